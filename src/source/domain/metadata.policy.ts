import { canonicalJson } from "../../kernel/canonical-json.js";
import { utf8Length } from "../../kernel/unicode.js";
import type { JsonObject } from "./source.types.js";

/** Objects and arrays within each other, the metadata object itself included. */
const MAX_METADATA_DEPTH = 64;
/** In RFC 8785 form, which does not depend on how the caller wrote it. */
const MAX_METADATA_BYTES = 65_536;

/** What is wrong with metadata that is otherwise well-formed JSON, or undefined. */
export function metadataProblem(metadata: JsonObject): string | undefined {
  if (isDeeperThan(metadata, MAX_METADATA_DEPTH)) {
    return `is nested deeper than ${String(MAX_METADATA_DEPTH)} levels`;
  }
  if (utf8Length(canonicalJson(metadata)) > MAX_METADATA_BYTES) {
    return `is larger than ${String(MAX_METADATA_BYTES)} bytes in canonical form`;
  }
  return undefined;
}

/** Level by level, because a deep value would overflow the call stack. */
function isDeeperThan(value: JsonObject, levels: number): boolean {
  let level: readonly object[] = [value];
  for (let depth = 1; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((container) => Object.values(container).filter(isContainer));
  }
  return false;
}

const isContainer = (value: unknown): value is object => typeof value === "object" && value !== null;
