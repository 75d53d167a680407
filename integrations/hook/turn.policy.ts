import { type Fields, hasLoneSurrogate } from "../../src/checkout/text.policy.js";
import type { Host } from "./host.js";
import { isBlank } from "./text.policy.js";

/** One submitted prompt. */
export interface Turn {
  readonly prompt: string;
  readonly cwd: string;
  readonly sessionId: string | undefined;
  readonly turnId: string | undefined;
}

export type HookEvent =
  /** Not ours, or not readable: ends silently. */
  | { readonly kind: "other" }
  /** A submitted prompt without text or without a directory, or with one of them in no Unicode. */
  | { readonly kind: "unusable" }
  | { readonly kind: "turn"; readonly turn: Turn };

/** @param event what the host wrote to standard input; undefined when it could not be read. */
export function parseEvent(host: Host, event: Fields | undefined): HookEvent {
  if (event === undefined || !isPromptSubmit(event["hook_event_name"])) return { kind: "other" };
  const prompt = firstText(event, host.promptFields);
  const cwd = event["cwd"];
  if (prompt === undefined || typeof cwd !== "string" || hasLoneSurrogate(cwd)) return { kind: "unusable" };
  const sessionId = firstText(event, host.sessionFields)?.trim();
  const turnId = firstText(event, host.turnFields)?.trim();
  return { kind: "turn", turn: { prompt, cwd, sessionId, turnId } };
}

function isPromptSubmit(name: unknown): boolean {
  return typeof name === "string" && name.replaceAll("_", "").toLowerCase() === "userpromptsubmit";
}

/** One that no server could be sent counts as none, and no other is taken for it. */
function firstText(event: Fields, names: readonly string[]): string | undefined {
  const text = names.map((name) => event[name]).find((value) => typeof value === "string" && !isBlank(value)) as
    string | undefined;
  return text === undefined || hasLoneSurrogate(text) ? undefined : text;
}
