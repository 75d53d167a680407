import { hasLoneSurrogate, isFields } from "../../src/checkout/text.policy.js";
import { isBlank } from "./text.policy.js";

export const MAX_BYTES = 8_000;
const SCHEMA = "powercontext.prepared-context.v1";
const FIELDS = ["content", "content_bytes", "schema", "status"];

export type PreparedContext = { readonly status: "ready"; readonly content: string } | { readonly status: "empty" };

/**
 * The pack of an answer, or undefined for an answer that breaks the contract anywhere: RFC 0028, "Trust and safe rendering".
 * Nothing is repaired and nothing is cut, because a part of a pack may lose the frame that marks it as history.
 */
export function parsePreparedContext(body: unknown): PreparedContext | undefined {
  if (!isFields(body) || Object.keys(body).sort().join() !== FIELDS.join()) return undefined;
  const { schema, status, content, content_bytes: bytes } = body;
  if (schema !== SCHEMA) return undefined;
  if (status === "empty") return content === null && bytes === 0 ? { status } : undefined;
  return status === "ready" && isPack(content, bytes) ? { status, content } : undefined;
}

function isPack(content: unknown, bytes: unknown): content is string {
  if (typeof content !== "string" || isBlank(content) || hasLoneSurrogate(content)) return false;
  const length = Buffer.byteLength(content);
  return bytes === length && length <= MAX_BYTES;
}
