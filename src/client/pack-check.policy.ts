import type { PreparedContext } from "./generated/wire.js";

/** What a request without `max_bytes` asks for. */
const DEFAULT_MAX_BYTES = 8000;

/** What a schema cannot say of a Context Pack (RFC 0028): the first thing wrong, or undefined. */
export function problemOfPack(pack: PreparedContext, maxBytes = DEFAULT_MAX_BYTES): string | undefined {
  if ((pack.content === null) !== (pack.status === "empty")) return "content: is null exactly when the status is empty";
  const bytes = new TextEncoder().encode(pack.content ?? "").length;
  if (bytes !== pack.content_bytes) return "content_bytes: is not the length of content";
  return bytes > maxBytes ? "content: is longer than max_bytes" : undefined;
}
