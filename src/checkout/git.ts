import type { Checkout } from "./checkout.js";
import type { Deadline } from "./deadline.js";
import type { Environment } from "./environment.js";
import { ScopeUnknown } from "./scope-unknown.js";

const TIMEOUT_MS = 2_000;
/** What git says of a configuration that is there and that it may not read, or not all of it. A broken one it calls otherwise. */
const UNREADABLE = /unable to access|error occurred while reading the configuration/;

export interface GitAnswer {
  /** Undefined outside a repository. */
  readonly checkout: Checkout | undefined;
  readonly remote: string | undefined;
}

/**
 * Asks git itself. Undefined when there is none to ask.
 * @throws ScopeUnknown when git hangs, is killed, or cannot read a configuration.
 */
export async function askGit(
  folder: string,
  environment: Environment,
  deadline: Deadline,
): Promise<GitAnswer | undefined> {
  const { execFile } = await import("node:child_process");
  const ask = (...words: readonly string[]): Promise<Said> =>
    new Promise((resolve, reject) => {
      const timeout = Math.max(1, Math.min(TIMEOUT_MS, deadline.remaining()));
      const options = { cwd: folder, env: { ...environment, LC_ALL: "C" }, timeout, killSignal: "SIGKILL" } as const;
      execFile("git", words, options, (error, stdout, stderr) => {
        const isMissing = error?.code === "ENOENT" || error?.code === "EACCES";
        const hasAnswered = error === null || typeof error.code === "number";
        if (!(isMissing || hasAnswered) || UNREADABLE.test(stderr)) reject(new ScopeUnknown());
        const text = error === null ? stdout.trim() : "";
        resolve({ isMissing, text: text === "" ? undefined : text });
      });
    });
  const [gitDir, top, remote] = await Promise.all([
    ask("rev-parse", "--absolute-git-dir"),
    ask("rev-parse", "--show-toplevel"),
    ask("config", "--get", "remote.origin.url"),
  ]);
  if (gitDir.isMissing) return undefined;
  const checkout = gitDir.text === undefined ? undefined : { top: top.text, gitDir: gitDir.text };
  return { checkout, remote: remote.text };
}

interface Said {
  /** There is no such program, or none that may be run. */
  readonly isMissing: boolean;
  readonly text: string | undefined;
}
