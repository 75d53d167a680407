import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

import { parseMySqlUrl, type MySqlUrl } from "../../src/platform/config/mysql-url.js";

const PROGRAM = fileURLToPath(new URL("../../scripts/engine.mjs", import.meta.url));
import { processesFrom } from "./processor-time.js";

/** A real engine of this run alone, kept as `npm run engine` keeps one. */
export class Engine {
  private constructor(
    /** With the empty database `test`. */
    readonly url: string,
    private readonly child: ChildProcess,
  ) {}

  static async start(): Promise<Engine> {
    const child = spawn(process.execPath, [PROGRAM], { stdio: ["ignore", "pipe", "inherit"] });
    // Asked, not killed: it takes its own process and its folder with it.
    const end = (): void => void child.kill("SIGTERM");
    process.once("exit", end);
    child.once("exit", () => process.off("exit", end));
    const ended = once(child, "exit").then(() => Promise.reject(new Error("the engine did not start")));
    const [url] = (await Promise.race([once(createInterface({ input: child.stdout }), "line"), ended])) as [string];
    ended.catch(() => undefined);
    return new Engine(url, child);
  }

  /** The address of a database of that name. */
  urlOf(database: string): string {
    return this.url.replace("/test?", `/${database}?`);
  }

  addressOf(database: string): MySqlUrl {
    const parsed = parseMySqlUrl(this.urlOf(database).replace("mysql://", ""));
    if (parsed.kind === "refused") throw new Error(`the address of the engine ${parsed.problem}`);
    return parsed.url;
  }

  /** The engine itself and those who keep it. */
  get pids(): readonly number[] {
    return processesFrom(this.child.pid ?? 0);
  }

  async stop(): Promise<void> {
    const exited = once(this.child, "exit");
    this.child.kill("SIGTERM");
    await exited;
  }
}
