import type { Checkout } from "./checkout.js";
import type { Deadline } from "./deadline.js";
import type { Environment } from "./environment.js";

const TIMEOUT_MS = 2_000;

export interface GitAnswer {
  /** Undefined outside a repository. */
  readonly checkout: Checkout | undefined;
  readonly remote: string | undefined;
}

/** Asks git itself. Undefined when there is none to ask. */
export async function askGit(
  folder: string,
  environment: Environment,
  deadline: Deadline,
): Promise<GitAnswer | undefined> {
  const { execFile } = await import("node:child_process");
  const ask = (...words: readonly string[]): Promise<Said> =>
    new Promise((resolve) => {
      const timeout = Math.max(1, Math.min(TIMEOUT_MS, deadline.remaining()));
      execFile("git", words, { cwd: folder, env: environment, timeout, killSignal: "SIGKILL" }, (error, stdout) => {
        const text = error === null ? stdout.trim() : "";
        resolve({ isMissing: error?.code === "ENOENT", text: text === "" ? undefined : text });
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
  /** There is no such program. */
  readonly isMissing: boolean;
  readonly text: string | undefined;
}
