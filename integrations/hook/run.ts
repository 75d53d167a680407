import { type Deadline, deadlineAt } from "../../src/checkout/deadline.js";
import { scopeOf } from "../../src/checkout/scope.js";
import { capture, flushThrough } from "./capture.js";
import type { Host } from "./host.js";
import { readEvent } from "./input.js";
import { type Diagnostic, recall } from "./recall.js";
import { Server } from "./server.js";
import { DEFAULT_BUDGET_MS, parseSettings, type Settings } from "./settings.policy.js";
import { parseEvent, type Turn } from "./turn.policy.js";

/** For what a host has written already, however little the budget: without it there is nobody to tell. */
const LEAST_INPUT_MS = 100;

/** Serves one turn and ends the process with 0, whatever happens: without PowerContext the host works as if there were none. */
export async function runHook(host: Host): Promise<void> {
  const end = (): never => process.exit(0);
  process.on("uncaughtException", end);
  // Warnings of Node would stand among the diagnostics.
  process.removeAllListeners("warning");
  try {
    await serve(host);
  } finally {
    end();
  }
}

async function serve(host: Host): Promise<void> {
  const settings = parseSettings(host, process.env);
  const deadline = deadlineAt(settings?.budgetMs ?? DEFAULT_BUDGET_MS);
  const event = parseEvent(host, await readEvent(process.stdin, Math.max(LEAST_INPUT_MS, deadline.remaining() / 2)));
  if (event.kind === "other") return;
  if (event.kind === "unusable" || settings === undefined) return tell(host, { outcome: "skipped" });
  await takeTurn(host, settings, event.turn, deadline);
}

/** Recalls before it captures, so that a prompt never comes back in its own turn. Neither depends on the other's success. */
async function takeTurn(host: Host, settings: Settings, turn: Turn, deadline: Deadline): Promise<void> {
  const scope = await scopeOf(turn.cwd, settings.scopeId, process.env, deadline).catch(() => undefined);
  if (scope === undefined) return tell(host, { outcome: "skipped" });
  const server = await Server.at(settings, `powercontext-${host.origin}-hook`, deadline);
  const recalled = await recall(server, scope, turn.prompt);
  if (recalled.kind === "ready") await inject(recalled.content);
  else await tell(host, recalled.diagnostic);
  if (!settings.capturePrompts) return;
  const position = await capture(host, server, scope, turn);
  if (position === undefined || !settings.flushOnCapture) return;
  await flushThrough(server, scope, position, settings.flushMaxCalls);
}

function inject(content: string): Promise<void> {
  const output = { hookEventName: "UserPromptSubmit", additionalContext: content };
  return write(process.stdout, { hookSpecificOutput: output });
}

function tell({ component }: Host, diagnostic: Diagnostic): Promise<void> {
  return write(process.stderr, { component, event: "context_prepare", ...diagnostic });
}

/** Resolves when the line has left the process, which may then end, or when the host has closed its end of the pipe. */
function write(stream: NodeJS.WriteStream, line: object): Promise<void> {
  return new Promise((resolve) => {
    stream.on("error", resolve);
    stream.write(`${JSON.stringify(line)}\n`, () => {
      resolve();
    });
  });
}
