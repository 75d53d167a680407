import { isFields, parseJson, type Fields } from "../../src/checkout/text.policy.js";
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
  /** A submitted prompt without text or without a directory. */
  | { readonly kind: "unusable" }
  | { readonly kind: "turn"; readonly turn: Turn };

/** @param input what the host wrote to standard input; undefined when it could not be read. */
export function parseEvent(host: Host, input: string | undefined): HookEvent {
  const event = input === undefined ? undefined : parseJson(input);
  if (!isFields(event) || !isPromptSubmit(event["hook_event_name"])) return { kind: "other" };
  const prompt = firstText(event, host.promptFields);
  const cwd = event["cwd"];
  if (prompt === undefined || typeof cwd !== "string") return { kind: "unusable" };
  const sessionId = firstText(event, host.sessionFields)?.trim();
  const turnId = firstText(event, host.turnFields)?.trim();
  return { kind: "turn", turn: { prompt, cwd, sessionId, turnId } };
}

function isPromptSubmit(name: unknown): boolean {
  return typeof name === "string" && name.replaceAll("_", "").toLowerCase() === "userpromptsubmit";
}

function firstText(event: Fields, names: readonly string[]): string | undefined {
  return names.map((name) => event[name]).find((value) => typeof value === "string" && !isBlank(value)) as
    string | undefined;
}
