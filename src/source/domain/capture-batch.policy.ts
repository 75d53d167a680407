import type { ScopeId } from "../../kernel/ids.js";

/** One statement carries a batch's rows: bounded for the engine's packets, where escapes at worst double a text. */
const MAX_CAPTURES = 32;
const MAX_BYTES = 1_048_576;

export interface SizedCapture {
  readonly scopeId: ScopeId;
  /** UTF-8 bytes of its texts. */
  readonly bytes: number;
}

/**
 * Those that go together next, in order of arrival: at most 32 and a megabyte, or one that is larger. Captures of a scope
 * that is busy stay where they are, so that no two units of one server ask for the same lock.
 */
export function nextBatch<C extends SizedCapture>(waiting: Iterable<C>, busy: ReadonlySet<ScopeId>): readonly C[] {
  const batch: C[] = [];
  let bytes = 0;
  for (const capture of waiting) {
    if (busy.has(capture.scopeId)) continue;
    bytes += capture.bytes;
    if (batch.length > 0 && bytes > MAX_BYTES) break;
    batch.push(capture);
    if (batch.length === MAX_CAPTURES) break;
  }
  return batch;
}

/** The captures of each scope, in their order. */
export function byScope<C extends SizedCapture>(captures: readonly C[]): ReadonlyMap<ScopeId, readonly C[]> {
  const groups = new Map<ScopeId, C[]>();
  for (const capture of captures) {
    const group = groups.get(capture.scopeId);
    if (group) group.push(capture);
    else groups.set(capture.scopeId, [capture]);
  }
  return groups;
}
