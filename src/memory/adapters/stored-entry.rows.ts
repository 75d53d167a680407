import type { EntryContent } from "../domain/entry-content.policy.js";
import type { EntryState } from "../domain/memory.types.js";
import type { StoredEntry } from "../domain/stored-entry.js";

/** The columns every reader of entries selects: `ENTRY_COLUMNS` over memory_entry `e` and memory_version `v`. */
export interface EntryRow {
  readonly entry: number;
  readonly entry_id: Buffer;
  readonly version: number;
  readonly state: EntryState;
  readonly version_id: Buffer;
  readonly kind: string;
  readonly text: string;
  readonly evidence: string | null;
}

export const ENTRY_COLUMNS = "e.entry, e.entry_id, e.version, e.state, v.version_id, v.kind, v.text, v.evidence";

/** Joins the current version `v` to entry `e`. */
export const CURRENT_VERSION = "v.scope_key = e.scope_key AND v.entry = e.entry AND v.version = e.version";

type Evidence = Pick<EntryContent, "sourceRefs" | "artifactRefs">;

export function toStoredEntry(row: EntryRow): StoredEntry {
  return {
    entry: row.entry,
    entryId: row.entry_id,
    version: row.version,
    versionId: row.version_id,
    state: row.state,
    content: { kind: row.kind, text: row.text, ...parseEvidence(row.evidence) },
  };
}

export function evidenceText(content: Evidence): string | null {
  if (content.sourceRefs.length === 0 && content.artifactRefs.length === 0) return null;
  const { sourceRefs, artifactRefs } = content;
  return JSON.stringify({ sourceRefs, artifactRefs } satisfies Evidence);
}

export function parseEvidence(text: string | null): Evidence {
  return text === null ? { sourceRefs: [], artifactRefs: [] } : (JSON.parse(text) as Evidence);
}
