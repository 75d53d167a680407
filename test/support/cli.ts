import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { resolve } from "node:path";

export const CLI = resolve("dist/cli/main.js");

export interface CliRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** Standard input. Default: none. */
  readonly input?: string | Uint8Array;
}

/** Runs the built command line as a shell would, with nothing of this process's environment but PATH. */
export function runCli(words: readonly string[], options: CliOptions = {}): Promise<CliRun> {
  if (!existsSync(CLI)) throw new Error("dist/cli/main.js is missing: run npm run build first");
  const child = spawn(process.execPath, [CLI, ...words], {
    cwd: options.cwd ?? tmpdir(),
    env: { PATH: process.env["PATH"], ...options.env },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output.stderr += chunk));
  // A command that reads nothing may be gone before its input is.
  child.stdin.on("error", () => undefined).end(options.input ?? "");
  return new Promise((done) => {
    child.on("close", (code) => {
      done({ code, ...output });
    });
  });
}

/** A command line whose server, and scope if one is given, are settled. */
export function cliOf(url: string, scope?: string) {
  const settings = { POWERCONTEXT_CLIENT_SERVER_URL: url };
  return (words: readonly string[], options: CliOptions = {}): Promise<CliRun> =>
    runCli([...words, ...(scope === undefined ? [] : ["--scope", scope])], {
      ...options,
      env: { ...settings, ...options.env },
    });
}
