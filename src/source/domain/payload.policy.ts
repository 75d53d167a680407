import { canonicalJson, sha256 } from "../../kernel/canonical-json.js";
import type { JsonObject } from "./source.types.js";

/**
 * The identity of a Source's payload: SHA-256 over the RFC 8785 text of content and metadata, so that neither key order
 * nor the spelling of a number matters and absent metadata equals {}.
 */
export function payloadHash(content: string, metadata: JsonObject | undefined): Buffer {
  return sha256(canonicalJson({ content, metadata: metadata ?? {} }));
}

/** The JSON text that is stored: the caller's keys in the caller's order. Undefined when there is nothing to keep. */
export function storedMetadata(metadata: JsonObject | undefined): string | undefined {
  if (metadata === undefined || Object.keys(metadata).length === 0) return undefined;
  return JSON.stringify(metadata);
}
