import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import type { Readable } from "node:stream";

import { Connection } from "./connection.js";

const START_DEADLINE_MS = 60_000;

export interface ServerOptions {
  readonly entryPoint: string;
  readonly dataDir: string;
  /** Without prefix; what they leave out has its default. Without any, the database is a file in the data directory. */
  readonly settings: Readonly<Record<string, string>>;
  /** For Node itself, such as --cpu-prof. */
  readonly nodeOptions?: readonly string[];
}

/** The built server in a process of its own, started as `npm start` does. */
export class Server {
  /** Milliseconds from the spawn to the first answer that says ready. */
  readonly startMs: number;
  /** Bytes; known after stop. */
  peakMemory = 0;

  private constructor(
    readonly url: string,
    startedAt: number,
    private readonly child: ChildProcess,
  ) {
    this.startMs = performance.now() - startedAt;
  }

  static async start({ entryPoint, dataDir, settings, nodeOptions = [] }: ServerOptions): Promise<Server> {
    await mkdir(dataDir, { recursive: true });
    const startedAt = performance.now();
    const child = spawn(process.execPath, [...nodeOptions, entryPoint], {
      cwd: dataDir,
      env: {
        PATH: process.env["PATH"],
        UV_THREADPOOL_SIZE: "8",
        POWERCONTEXT_HOME: dataDir,
        ...prefixed({ ...SETTINGS, ...settings }),
      },
      stdio: ["ignore", "pipe", "inherit"],
    });
    endWithUs(child);
    const url = await addressIn(child.stdout, child);
    await untilReady(url);
    return new Server(url, startedAt, child);
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** Stops as a signal would: the log of writes is folded into the file. */
  async stop(): Promise<void> {
    this.peakMemory = peakMemoryOf(this.pid);
    const exited = once(this.child, "exit");
    this.child.kill("SIGTERM");
    const [code] = (await exited) as [number | null];
    if (code !== 0) throw new Error(`the server ended with ${String(code)}`);
  }
}

const SETTINGS = { HTTP_PORT: "0", LOGGING_FORMAT: "json" };

function prefixed(settings: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(settings).map(([name, value]) => [`POWERCONTEXT_SERVER_${name}`, value]));
}

/** No process stays behind when the bench ends early. */
export function endWithUs(child: ChildProcess): void {
  const end = (): void => void child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
}

/** Waits for the log line that names the address; later lines are read and dropped. */
export async function addressIn(output: Readable, child: ChildProcess): Promise<string> {
  let text = "";
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      reject(new Error("the server did not listen in time"));
    }, START_DEADLINE_MS);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`the server ended with ${String(code)} before it listened`));
    });
    const look = (chunk: Buffer): void => {
      text += chunk.toString();
      const url = /"url":"([^"]+)"/u.exec(text)?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      output.off("data", look);
      output.resume();
      resolve(url);
    };
    output.on("data", look);
  });
}

async function untilReady(url: string): Promise<void> {
  const connection = await Connection.open(url);
  const deadline = performance.now() + START_DEADLINE_MS;
  while ((await connection.get("/health/ready")).status !== 200) {
    if (performance.now() > deadline) throw new Error("the server did not become ready");
  }
  connection.close();
}

/** The high-water mark of the resident set, in bytes. NaN where there is no /proc. */
function peakMemoryOf(pid: number): number {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${String(pid)}/status`, "utf8"))?.[1];
    return Number(kilobytes) * 1024;
  } catch {
    return Number.NaN;
  }
}
