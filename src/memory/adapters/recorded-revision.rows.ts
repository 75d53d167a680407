import type { ChangeOp } from "../domain/memory.types.js";
import type { RecordedChange, RecordedRevision } from "../domain/history-audit.policy.js";
import { entryIdOf, versionIdOf } from "../domain/wire-ids.policy.js";
import { parseEvidence } from "./stored-entry.rows.js";

/** A change beside its Revision, entry and versions, as the audit selects it. */
export interface RecordedRow {
  readonly revision: number;
  readonly origin: string;
  readonly created_at: number;
  readonly hash: Buffer;
  readonly op: ChangeOp;
  readonly reason: string | null;
  readonly salt: Buffer | null;
  readonly commitment: Buffer;
  readonly entry_id: Buffer;
  readonly version_id: Buffer;
  readonly previous_id: Buffer | null;
  readonly kind: string;
  readonly text: string;
  readonly evidence: string | null;
}

/** `rows` ascending by Revision, then entry id. */
export function toRecordedRevisions(rows: readonly RecordedRow[]): readonly RecordedRevision[] {
  const revisions = new Map<number, Omit<RecordedRevision, "changes"> & { readonly changes: RecordedChange[] }>();
  for (const row of rows) {
    const { revision, origin, created_at: createdAt, hash } = row;
    const recorded = revisions.get(revision) ?? { revision, origin, createdAt, hash, changes: [] };
    recorded.changes.push(toRecordedChange(row));
    revisions.set(revision, recorded);
  }
  return [...revisions.values()];
}

function toRecordedChange(row: RecordedRow): RecordedChange {
  const isDeactivation = row.op === "deactivate";
  return {
    op: row.op,
    entryId: entryIdOf(row.entry_id),
    from: fromVersion(row),
    to: isDeactivation ? null : versionIdOf(row.version_id),
    commitment: row.commitment,
    salt: row.salt ?? undefined,
    content: isDeactivation ? undefined : { kind: row.kind, text: row.text, ...parseEvidence(row.evidence) },
    reason: row.reason ?? undefined,
  };
}

/** The version a change leaves: the retired one itself, or the one before a revision. */
export function fromVersion(row: Pick<RecordedRow, "op" | "version_id" | "previous_id">): string | null {
  if (row.op === "deactivate") return versionIdOf(row.version_id);
  return row.op === "revise" && row.previous_id ? versionIdOf(row.previous_id) : null;
}
