import { spawn } from "node:child_process";
import { tmpdir } from "node:os";

/** What a host's shell finds programs by when it was not started from a terminal. */
const BARE_PATH = "/usr/bin:/bin";
/** As long as the hosts wait (`timeout` of the registered hook). */
const LIMIT_MS = 10_000;

export interface HookRun {
  readonly stdout: string;
  readonly stderr: string;
  /** Null when it was ended for taking too long. */
  readonly exitCode: number | null;
  /** Wall time, with the shell and Node's start. */
  readonly milliseconds: number;
}

/** Runs a registered command as a host does: through a shell, with nothing in the environment but what is given. */
export function runHook(
  command: string,
  prompt: string,
  variables: Readonly<Record<string, string | undefined>>,
): Promise<HookRun> {
  const started = performance.now();
  const cwd = tmpdir();
  const event = { hook_event_name: "UserPromptSubmit", session_id: "powercontext-doctor", cwd, prompt };
  return new Promise((resolve, reject) => {
    const child = spawn("/bin/sh", ["-c", command], {
      cwd,
      env: { PATH: BARE_PATH, ...variables },
      timeout: LIMIT_MS,
      killSignal: "SIGKILL",
    });
    const output = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"] as const) {
      child[name].setEncoding("utf8").on("data", (chunk: string) => (output[name] += chunk));
    }
    child.on("error", reject);
    // A hook that cannot start does not read.
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(event));
    child.on("close", (exitCode) => {
      resolve({ ...output, exitCode, milliseconds: Math.round(performance.now() - started) });
    });
  });
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
