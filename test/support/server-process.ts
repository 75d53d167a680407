import { type ChildProcessByStdio, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Readable } from "node:stream";

import { prefixed } from "./app.js";
import { databaseSettings } from "./test-database.js";

const OUR_BUILD = resolve(".");
/** Generous: it only ends what hangs, and an engine under load takes long to make the tables. */
const START_DEADLINE_MS = 45_000;

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** The built server as a process of its own, listening on a free port. */
export interface ServerProcess {
  readonly url: string;
  readonly dataDir: string;
  readonly pid: number;
  /** Everything written to standard output and standard error so far. */
  output(): string;
  /** Sends the signal without waiting for its effect. */
  signal(signal: NodeJS.Signals): void;
  /** Sends the signal and waits for the end. The data directory stays. */
  kill(signal?: NodeJS.Signals): Promise<Exit>;
  readonly exited: Promise<Exit>;
  /** Ends the process if it still runs, and removes its data. */
  dispose(): Promise<void>;
}

export interface ServerProcessOptions {
  /** Settings without the prefix POWERCONTEXT_SERVER_. */
  readonly env?: Readonly<Record<string, string>>;
  /** That of an earlier process, to start it again. Default: a new directory. */
  readonly dataDir?: string;
  readonly launch?: LaunchOptions;
}

/** How the process is made. */
export interface LaunchOptions {
  readonly uid?: number | undefined;
  /** A folder with another build than ours. */
  readonly build?: string | undefined;
  readonly nodeFlags?: readonly string[];
}

/** Resolves when the server is listening. */
export async function startServer(options: ServerProcessOptions = {}): Promise<ServerProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "powercontext-")));
  const database = await databaseSettings(dataDir);
  const env = { HTTP_PORT: "0", LOGGING_FORMAT: "json", ...database, ...options.env };
  const started = launch(dataDir, env, options.launch);
  const url = await listening(started);
  return {
    url,
    dataDir,
    pid: started.child.pid ?? 0,
    output: started.output,
    signal: (signal) => started.child.kill(signal),
    kill: (signal = "SIGTERM") => {
      started.child.kill(signal);
      return started.exited;
    },
    exited: started.exited,
    dispose: async () => {
      started.child.kill("SIGKILL");
      await started.exited;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** So many servers on one data directory, started in the same moment. When one fails, none is left running. */
export async function startTogether(count: number, dataDir: string): Promise<readonly ServerProcess[]> {
  const starts = await Promise.allSettled(Array.from({ length: count }, () => startServer({ dataDir })));
  const servers = starts.flatMap((start) => (start.status === "fulfilled" ? [start.value] : []));
  const failed = starts.find((start) => start.status === "rejected");
  if (failed === undefined) return servers;
  for (const server of servers) await server.kill("SIGKILL");
  throw failed.reason;
}

/** Starts a server that is not expected to get as far as listening. */
export function beginServer(
  env: Readonly<Record<string, string>>,
  dataDir: string,
): Pick<ServerProcess, "kill" | "output"> {
  const started = launch(dataDir, { HTTP_PORT: "0", ...env });
  return {
    output: started.output,
    kill: (signal = "SIGTERM") => {
      started.child.kill(signal);
      return started.exited;
    },
  };
}

export interface FailedStart extends Exit {
  readonly output: string;
  readonly milliseconds: number;
}

/** Starts a server that is expected to end by itself. */
export async function startAndFail(
  env: Readonly<Record<string, string>>,
  dataDir: string,
  options: LaunchOptions = {},
): Promise<FailedStart> {
  const begin = performance.now();
  const started = launch(dataDir, { HTTP_PORT: "0", ...env }, options);
  const timer = setTimeout(() => started.child.kill("SIGKILL"), START_DEADLINE_MS);
  const exit = await started.exited;
  clearTimeout(timer);
  return { ...exit, output: started.output(), milliseconds: performance.now() - begin };
}

/**
 * Runs the full check of the database of this data directory, or of the one that the settings name. @returns everything it
 * printed, and how it ended.
 */
export async function runVerify(dataDir: string, settings?: Readonly<Record<string, string>>): Promise<FinishedRun> {
  return runToEnd("verify.js", dataDir, { settings: settings ?? (await databaseSettings(dataDir)) });
}

/** Runs the job that brings the database of this data directory up to date before servers start. */
export async function runMigrate(dataDir: string, launch: LaunchOptions = {}): Promise<FinishedRun> {
  return runToEnd("migrate.js", dataDir, { settings: await databaseSettings(dataDir), launch });
}

interface FinishedRun {
  readonly code: number | null;
  readonly output: string;
}

async function runToEnd(
  program: Program,
  dataDir: string,
  options: { readonly settings: Readonly<Record<string, string>>; readonly launch?: LaunchOptions },
): Promise<FinishedRun> {
  const started = launch(dataDir, { LOGGING_LEVEL: "error", ...options.settings }, options.launch, program);
  const { code } = await started.exited;
  return { code, output: started.output() };
}

/** @returns what the check prints of a database in which it finds this many Revisions, as a pattern, and nothing wrong. */
export const wholeDatabase = (memories: string | number, experiences: string | number = 0): RegExp =>
  new RegExp(
    `^database: 0 faults\nmemory: ${String(memories)} Revisions whole, 0 faults\n` +
      `experience: ${String(experiences)} Revisions whole, 0 faults\n$`,
  );

/** As runVerify. @returns everything it printed. */
export async function verifyDatabase(dataDir: string): Promise<string> {
  return (await runVerify(dataDir)).output;
}

interface Started {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly exited: Promise<Exit>;
  output(): string;
}

type Program = "main.js" | "verify.js" | "migrate.js";

function launch(
  dataDir: string,
  env: Readonly<Record<string, string>>,
  { uid, build = OUR_BUILD, nodeFlags = [] }: LaunchOptions = {},
  program: Program = "main.js",
): Started {
  const entryPoint = join(build, "dist", program);
  if (!existsSync(entryPoint)) throw new Error(`dist/${program} is missing: run npm run build first`);
  const child = spawn(process.execPath, [...nodeFlags, entryPoint], {
    cwd: dataDir,
    env: { PATH: process.env["PATH"], UV_THREADPOOL_SIZE: "8", POWERCONTEXT_HOME: dataDir, ...prefixed(env) },
    stdio: ["ignore", "pipe", "pipe"],
    ...(uid === undefined ? {} : { uid }),
  });
  const chunks: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (chunk: string) => chunks.push(chunk));
  }
  const exited = new Promise<Exit>((done) => {
    child.on("close", (code, signal) => {
      done({ code, signal });
    });
  });
  return { child, exited, output: () => chunks.join("") };
}

/** The address in the log line that the server writes once it listens. */
function listening(started: Started): Promise<string> {
  return new Promise((done, fail) => {
    const timer = setTimeout(() => {
      started.child.kill("SIGKILL");
      fail(new Error(`the server did not listen in time:\n${started.output()}`));
    }, START_DEADLINE_MS);
    const look = (): void => {
      const url = /"url":"([^"]+)"/.exec(started.output())?.[1];
      if (url === undefined) return;
      clearTimeout(timer);
      started.child.stdout.off("data", look);
      done(url);
    };
    started.child.stdout.on("data", look);
    void started.exited.then((exit) => {
      clearTimeout(timer);
      fail(new Error(`the server ended with ${JSON.stringify(exit)}:\n${started.output()}`));
    });
  });
}
