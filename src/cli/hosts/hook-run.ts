import { spawn } from "node:child_process";
import { tmpdir } from "node:os";

/** What a host's shell finds programs by when it was not started from a terminal. */
const BARE_PATH = "/usr/bin:/bin";

export interface HookRun {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** It, or what it left running, was ended for taking too long. */
  readonly late: boolean;
  /** Wall time, with the shell and Node's start. */
  readonly milliseconds: number;
}

/**
 * Runs a registered command as a host does: through a shell, with nothing in the environment but what is given.
 *
 * @param limitMs after it, the command and all it has started are ended.
 */
export function runHook(
  command: string,
  prompt: string,
  variables: Readonly<Record<string, string | undefined>>,
  limitMs: number,
): Promise<HookRun> {
  const started = performance.now();
  const cwd = tmpdir();
  const event = { hook_event_name: "UserPromptSubmit", session_id: "powercontext-doctor", cwd, prompt };
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", command], {
      cwd,
      env: { PATH: BARE_PATH, ...variables },
      // Leads a process group, so that all of it can be ended.
      detached: true,
    });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (chunk: string) => (output[name] += chunk));
    }
    child.on("error", (error) => {
      clearTimeout(limit);
      reject(error);
    });
    // A hook that cannot start does not read.
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(event));
    const finish = (exitCode: number | null, late: boolean): void => {
      clearTimeout(limit);
      resolve({ ...output, exitCode, late, milliseconds: Math.round(performance.now() - started) });
    };
    const limit = setTimeout(() => {
      endGroup(child.pid);
      // What has left the group may hold these open for ever.
      for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      child.unref();
      finish(child.exitCode, true);
    }, limitMs);
    child.on("close", (exitCode) => {
      finish(exitCode, false);
    });
  });
}

function endGroup(leader: number | undefined): void {
  try {
    if (leader !== undefined) process.kill(-leader, "SIGKILL");
  } catch {
    // Nothing of it runs any more.
  }
}

/** What the hook gives the agent for the turn; undefined when it gives nothing. */
export function additionalContextOf({ stdout }: HookRun): string | undefined {
  const context = lineOf(stdout)?.hookSpecificOutput?.additionalContext;
  return typeof context === "string" ? context : undefined;
}

/** The outcome in the hook's diagnostic line; undefined when there is none. */
export function outcomeOf({ stderr }: HookRun): string | undefined {
  const outcome = lineOf(stderr)?.outcome;
  return typeof outcome === "string" ? outcome : undefined;
}

interface HookLine {
  readonly outcome?: unknown;
  readonly hookSpecificOutput?: { readonly additionalContext?: unknown } | null;
}

function lineOf(output: string): HookLine | null | undefined {
  try {
    return JSON.parse(output) as HookLine | null;
  } catch {
    return undefined;
  }
}
