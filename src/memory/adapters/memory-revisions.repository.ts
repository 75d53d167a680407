import type { Id16, ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";
import type { RecordedRevision } from "../domain/history-audit.policy.js";
import type { ChangeOp, EntryChange } from "../domain/memory.types.js";
import type { StoredEntry } from "../domain/stored-entry.js";
import { entryIdOf, versionIdOf } from "../domain/wire-ids.policy.js";
import {
  MemoryRevisions,
  type ChangesSince,
  type EntryInRevision,
  type EntryStatement,
  type NewRevision,
} from "../ports/memory-revisions.port.js";
import { fromVersion, toRecordedRevisions, type RecordedRow } from "./recorded-revision.rows.js";
import { toStoredEntry, type EntryRow } from "./stored-entry.rows.js";

const INSERT_REVISION = {
  name: "memory-revision.insert",
  sql: "INSERT INTO memory_revision (scope_key, revision, operation_id, origin, created_at, hash) VALUES (?, ?, ?, ?, ?, ?)",
};
const INSERT_CHANGE = {
  name: "memory-change.insert",
  sql: `INSERT INTO memory_change (scope_key, entry, revision, op, version, reason, salt, commitment)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
};
const FIND_OPERATION = {
  name: "memory-revision.find-operation",
  sql: "SELECT revision FROM memory_revision WHERE scope_key = ? AND revision > ? AND operation_id = ?",
};
// The state of an entry in a Revision is its latest change up to there.
const ENTRY_IN = {
  name: "memory-revision.entry-in",
  sql: `SELECT h.revision AS head, e.entry, e.entry_id, c.version, c.op, v.version_id, v.kind, v.text, v.evidence
        FROM scope s JOIN memory_head h ON h.scope_key = s.scope_key
        LEFT JOIN memory_entry e ON e.scope_key = h.scope_key AND e.entry_id = ?
        LEFT JOIN memory_change c ON c.scope_key = e.scope_key AND c.entry = e.entry AND c.revision = (
          SELECT MAX(x.revision) FROM memory_change x
          WHERE x.scope_key = e.scope_key AND x.entry = e.entry AND x.revision <= ?)
        LEFT JOIN memory_version v ON v.scope_key = c.scope_key AND v.entry = c.entry AND v.version = c.version
        WHERE s.scope_id = ? AND h.revision > 0`,
};
const ACTIVE_IN = {
  name: "memory-revision.active-in",
  sql: `SELECT v.kind, v.text
        FROM scope s JOIN memory_change c ON c.scope_key = s.scope_key AND c.revision <= ?
        JOIN memory_version v ON v.scope_key = c.scope_key AND v.entry = c.entry AND v.version = c.version
        WHERE s.scope_id = ? AND c.op <> 'deactivate' AND NOT EXISTS (
          SELECT 1 FROM memory_change x
          WHERE x.scope_key = c.scope_key AND x.entry = c.entry AND x.revision > c.revision AND x.revision <= ?)
        ORDER BY c.revision DESC, c.entry DESC LIMIT ?`,
};
const changesAfter = (name: string, boundary: string) => ({
  name,
  sql: `SELECT h.revision AS head, c.revision, c.op, c.reason, e.entry_id, v.version_id, p.version_id AS previous_id
        FROM scope s JOIN memory_head h ON h.scope_key = s.scope_key
        LEFT JOIN memory_change c ON c.scope_key = h.scope_key AND ${boundary}
        LEFT JOIN memory_entry e ON e.scope_key = c.scope_key AND e.entry = c.entry
        LEFT JOIN memory_version v ON v.scope_key = c.scope_key AND v.entry = c.entry AND v.version = c.version
        LEFT JOIN memory_version p ON p.scope_key = c.scope_key AND p.entry = c.entry AND p.version = c.version - 1
        WHERE s.scope_id = ? AND h.revision > 0 ORDER BY c.revision, e.entry_id`,
});
const CHANGES_SINCE = changesAfter("memory-change.since", "c.revision > ?");
const CHANGES_OF_HEAD = changesAfter("memory-change.of-head", "c.revision = h.revision");

const RECORDED = {
  name: "memory-revision.recorded",
  sql: `SELECT r.revision, r.origin, r.created_at, r.hash, c.op, c.reason, c.salt, c.commitment, e.entry_id,
          v.version_id, v.kind, v.text, v.evidence, p.version_id AS previous_id
        FROM memory_revision r
        JOIN memory_change c ON c.scope_key = r.scope_key AND c.revision = r.revision
        JOIN memory_entry e ON e.scope_key = c.scope_key AND e.entry = c.entry
        JOIN memory_version v ON v.scope_key = c.scope_key AND v.entry = c.entry AND v.version = c.version
        LEFT JOIN memory_version p ON p.scope_key = c.scope_key AND p.entry = c.entry AND p.version = c.version - 1
        WHERE r.scope_key = ? AND r.revision > ? AND r.revision <= ? ORDER BY r.revision, e.entry_id`,
};

type EntryInRevisionRow = { readonly head: number } & (
  ({ readonly op: ChangeOp } & Omit<EntryRow, "state">) | { readonly op: null }
);

type ChangeRow = { readonly head: number } & (
  | { readonly op: null }
  | {
      readonly op: ChangeOp;
      readonly revision: number;
      readonly reason: string | null;
      readonly entry_id: Buffer;
      readonly version_id: Buffer;
      readonly previous_id: Buffer | null;
    }
);

/** memory_revision and memory_change. The same statements on both databases. */
export class SqlMemoryRevisions extends MemoryRevisions {
  async append(tx: Tx, scope: ScopeKey, revision: NewRevision): Promise<void> {
    for (const { after, op, reason, salt, chained } of revision.changes) {
      const { revision: number } = revision;
      const { commitment } = chained;
      await tx.execute(INSERT_CHANGE, [
        scope,
        after.entry,
        number,
        op,
        after.version,
        reason ?? null,
        salt,
        commitment,
      ]);
    }
    const { operationId, origin, createdAt, hash } = revision;
    await tx.execute(INSERT_REVISION, [scope, revision.revision, operationId, origin, createdAt, hash]);
  }

  async findByOperation(tx: Tx, scope: ScopeKey, operationId: Id16, above: number): Promise<number | undefined> {
    const [row] = await tx.query<{ revision: number }>(FIND_OPERATION, [scope, above, operationId]);
    return row?.revision;
  }

  async entryIn(
    session: DbSession,
    scopeId: ScopeId,
    revision: number,
    entryId: Id16,
  ): Promise<EntryInRevision | undefined> {
    const [row] = await session.query<EntryInRevisionRow>(ENTRY_IN, [entryId, revision, scopeId]);
    return row && { head: row.head, entry: toEntryThen(row) };
  }

  async activeIn(
    session: DbSession,
    scopeId: ScopeId,
    revision: number,
    limit: number,
  ): Promise<readonly EntryStatement[]> {
    const rows = await session.query<EntryStatement>(ACTIVE_IN, [revision, scopeId, revision, limit]);
    return rows.map(({ kind, text }) => ({ kind, text }));
  }

  async changesSince(
    session: DbSession,
    scopeId: ScopeId,
    since: number | undefined,
  ): Promise<ChangesSince | undefined> {
    const rows =
      since === undefined
        ? await session.query<ChangeRow>(CHANGES_OF_HEAD, [scopeId])
        : await session.query<ChangeRow>(CHANGES_SINCE, [since, scopeId]);
    const [first] = rows;
    if (first === undefined) return undefined;
    return { head: first.head, changes: rows.flatMap((row) => (row.op === null ? [] : [toChange(row)])) };
  }

  async recorded(
    session: DbSession,
    scope: ScopeKey,
    after: number,
    limit: number,
  ): Promise<readonly RecordedRevision[]> {
    return toRecordedRevisions(await session.query<RecordedRow>(RECORDED, [scope, after, after + limit]));
  }
}

function toEntryThen(row: EntryInRevisionRow): Omit<StoredEntry, "entry"> | undefined {
  if (row.op === null) return undefined;
  return toStoredEntry({ ...row, state: row.op === "deactivate" ? "inactive" : "active" });
}

function toChange(row: Exclude<ChangeRow, { op: null }>): EntryChange & { readonly revision: number } {
  return {
    revision: row.revision,
    op: row.op,
    entryId: entryIdOf(row.entry_id),
    fromEntryVersionId: fromVersion(row) ?? undefined,
    toEntryVersionId: row.op === "deactivate" ? undefined : versionIdOf(row.version_id),
    reason: row.reason ?? undefined,
  };
}
