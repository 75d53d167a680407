import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";

const ENVIRONMENT = resolve(".engine");
const KEEPER = resolve("scripts/engine-keeper.py");

/** An engine of a test's own, for what must not happen to the shared one. Its files are in `folder`. */
export interface EngineProcess {
  /** The same after each start on the same folder. */
  readonly address: { readonly socketPath: string };
  readonly folder: string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Ends it and removes its files. */
  dispose(): Promise<void>;
}

/** Starts an engine, on what a killed one left if its folder is given. Resolves when it answers. */
export async function startEngineProcess(folder?: string): Promise<EngineProcess> {
  if (!existsSync(ENVIRONMENT)) throw new Error(".engine is missing: run npm run engine once");
  const files = folder ?? (await mkdtemp(join(ENVIRONMENT, "data-")));
  const keeper = spawn(join(ENVIRONMENT, "bin", "python"), [KEEPER, files], {
    env: { ...process.env, TELEMETRY_ENABLED: "false" },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const ended = new Promise<void>((done) =>
    keeper.once("exit", () => {
      done();
    }),
  );
  await firstLine(keeper, ended);
  const link = await shortLinkTo(files);
  return {
    address: { socketPath: join(link, "run", "sql.sock") },
    folder: files,
    kill: async () => {
      process.kill(Number(await readFile(join(files, "run", "seekdb.pid"), "utf8")), "SIGKILL");
      keeper.kill("SIGKILL");
      await ended;
    },
    dispose: async () => {
      keeper.kill("SIGTERM");
      await ended;
      await rm(link, { force: true });
      await rm(files, { recursive: true, force: true });
    },
  };
}

/** A socket's path holds 107 bytes, and a checkout may lie deep. */
async function shortLinkTo(files: string): Promise<string> {
  const link = join(tmpdir(), `powercontext-engine-${basename(files)}`);
  await symlink(files, link).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  });
  return link;
}

function firstLine(keeper: ChildProcess, ended: Promise<void>): Promise<string> {
  return new Promise((done, fail) => {
    if (keeper.stdout) createInterface({ input: keeper.stdout }).once("line", done);
    void ended.then(() => {
      fail(new Error("the engine ended before it was ready"));
    });
  });
}
