import { randomBytes } from "node:crypto";

import { PowerContextClient, PowerContextError } from "../../client/index.js";
import { plainProblem } from "../failure.js";
import type { Finding } from "../finding.js";
import { assignedNames } from "./hook-command.js";
import { SETUP_VARIABLE } from "./hook-entry.js";
import { additionalContextOf, type HookRun, outcomeOf, runHook } from "./hook-run.js";

export interface RecallProbe {
  readonly name: string;
  /** As the host's config has it. */
  readonly command: string;
  readonly serverUrl: string;
  readonly variablePrefix: string;
  /** The hook's variables as a host started here would pass them on. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** As long as the host waits for the hook. */
  readonly limitMs: number;
}

/** Remembers a sentinel in a scope that nobody else has, and sees the registered hook bring it back. Captures nothing. */
export async function recallFinding(probe: RecallProbe): Promise<Finding> {
  const { name, serverUrl, variablePrefix, variables } = probe;
  const scope_id = `powercontext-doctor:${randomBytes(16).toString("hex")}`;
  const sentinel = `doctor-sentinel-${randomBytes(8).toString("hex")}`;
  const authorization = variables[`${variablePrefix}AUTHORIZATION`];
  try {
    const token = authorization?.replace(/^bearer /i, "");
    const client = new PowerContextClient({ baseUrl: serverUrl, ...(token === undefined ? {} : { token }) });
    const { memory, entry } = await client.rememberMemory({ scope_id, kind: "working_note", text: sentinel });
    const settings = {
      ...variables,
      [`${variablePrefix}SCOPE_ID`]: scope_id,
      [`${variablePrefix}CAPTURE_PROMPTS`]: "false",
    };
    const run = await runHook(probe.command, sentinel, settings, probe.limitMs);
    if (entry !== null)
      await client.retireMemoryEntry({ scope_id, citation: { ...entry.citation, memory_ref: memory } });
    return { name, ...verdict(run, sentinel, probe) };
  } catch (error) {
    return { name, ...unreachable(error, serverUrl, variablePrefix) };
  }
}

type Verdict = Omit<Finding, "name">;

function verdict(run: HookRun, sentinel: string, probe: RecallProbe): Verdict {
  const took = `${String(run.milliseconds)} ms`;
  if (run.late) {
    const detail = `the registered command did not end within ${String(probe.limitMs / 1_000)} s, and was ended`;
    return { status: "failed", detail, fix: "Look into the server's log. A command that you have changed: mend it." };
  }
  if (additionalContextOf(run)?.includes(sentinel) === true) {
    return { status: "ok", detail: `the registered hook brought a sentinel back in ${took}, Node's start included` };
  }
  const outcome = outcomeOf(run);
  const own = assignedNames(probe.command).filter((name) => name !== SETUP_VARIABLE);
  if (own.length > 0 && run.exitCode === 0) return lookedElsewhere(own, outcome, took);
  if (outcome !== undefined) {
    const fix =
      fixes(probe.variablePrefix)[outcome] ?? "Run setup again; docs/troubleshooting tells what each outcome means.";
    return { status: "failed", detail: `the hook ran (${took}) and says ${outcome}`, fix };
  }
  if (run.exitCode === null) {
    const detail = `a signal ended the hook after ${took}`;
    return { status: "failed", detail, fix: "Look whether this machine ran out of memory, then try again." };
  }
  if (run.exitCode !== 0) {
    const detail = `the registered command does not start (exit code ${String(run.exitCode)})`;
    return { status: "failed", detail, fix: "Run setup again: it writes the path of the Node that runs it." };
  }
  const detail = "the hook ran and said nothing";
  return {
    status: "failed",
    detail,
    fix: "Run setup again: the hook that ran is not the one of this version.",
  };
}

/** What the command sets itself wins over what doctor sets, so a missing sentinel says nothing. */
function lookedElsewhere(names: readonly string[], outcome: string | undefined, took: string): Verdict {
  const said = outcome === undefined ? "brought no sentinel back" : `says ${outcome}`;
  return {
    status: "warning",
    detail: `the hook ran (${took}) and ${said}; the command sets ${names.join(", ")} itself, so doctor cannot check it whole`,
    fix: "Take the assignments out of the command for a moment and run doctor again, or set them where the host is started.",
  };
}

function fixes(prefix: string): Readonly<Record<string, string>> {
  return {
    authentication_failed: `Set ${prefix}AUTHORIZATION to "Bearer <token>" where the host is started.`,
    version_mismatch: "What answers at the server's URL is no PowerContext server: run setup with --server.",
    server_unavailable: "The server did not answer in time: start it, or raise the hook's REQUEST_TIMEOUT_SECONDS.",
    invalid_response: "What answers at the server's URL is no PowerContext server, or one of another version.",
    skipped: `Check the ${prefix}* variables: one of them is invalid.`,
    empty: "The server found nothing for a text it had just stored: run `powercontext doctor` without a host.",
  };
}

function unreachable(error: unknown, serverUrl: string, prefix: string): Verdict {
  if (!(error instanceof PowerContextError)) throw error;
  const fix =
    error.status === 401
      ? `Set ${prefix}AUTHORIZATION to "Bearer <token>" where the host is started.`
      : "Start the server, or run setup with --server.";
  return { status: "failed", detail: `${serverUrl}: ${plainProblem(error)}`, fix };
}
