import { sha256 } from "../../src/checkout/scope-id.policy.js";
import { isFields, lengthOf } from "../../src/checkout/text.policy.js";
import type { Host } from "./host.js";
import type { Server } from "./server.js";
import type { Turn } from "./turn.policy.js";

/** Code points that a Source may have. */
const MAX_CONTENT = 200_000;

/** @returns the position of the Source; undefined when the prompt is too long or was not accepted. */
export async function capture(host: Host, server: Server, scope: string, turn: Turn): Promise<number | undefined> {
  if (lengthOf(turn.prompt) > MAX_CONTENT) return undefined;
  const reply = await server.post("/v1/sources/content", sourceOf(host, scope, turn), 202);
  if (reply.kind !== "answered" || !isFields(reply.body)) return undefined;
  const { status, position } = reply.body;
  return status === "accepted" && isCount(position) && position >= 1 ? position : undefined;
}

/** Flushes until the Source has been read, nothing is left to read, a call fails, or the calls are used up. */
export async function flushThrough(server: Server, scope: string, position: number, maxCalls: number): Promise<void> {
  for (let call = 0; call < maxCalls; call++) {
    const reply = await server.post("/v1/memory/flush", { scope_id: scope }, 200);
    if (reply.kind !== "answered" || !isFields(reply.body)) return;
    const { status, current_cursor: cursor } = reply.body;
    if (status !== "processed" || !isCount(cursor) || cursor >= position) return;
  }
}

/** The same delivery is the same Source, however often and by however many hooks it is made. */
function sourceOf({ origin, turnMetadata }: Host, scope: string, turn: Turn): object {
  const { prompt, cwd, sessionId, turnId } = turn;
  const identity = [scope, sessionId ?? "", turnId ?? "", prompt].join("\0");
  const metadata = {
    origin,
    event: "user_prompt_submit",
    cwd,
    ...(sessionId === undefined ? {} : { session_id: sessionId }),
    ...(turnId === undefined ? {} : { [turnMetadata]: turnId }),
  };
  return { scope_id: scope, source_id: `${origin}-user-prompt:${sha256(identity)}`, content: prompt, metadata };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value);
}
