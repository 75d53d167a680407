import { asScopeKey, type ScopeId, type ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";
import type { MemoryHead } from "../domain/memory-head.js";
import { MemoryHeads } from "../ports/memory-heads.port.js";

const COLUMNS =
  "h.scope_key, h.revision, h.hash, h.last_entry, h.active_entries, h.index_version, h.index_build, h.last_build, h.vectors_pending";

const READ = {
  name: "memory-head.read",
  sql: `SELECT ${COLUMNS} FROM scope s JOIN memory_head h ON h.scope_key = s.scope_key WHERE s.scope_id = ? AND h.revision > 0`,
};
const LOCK = { name: "memory-head.lock", sql: `SELECT ${COLUMNS} FROM memory_head h WHERE h.scope_key = ?` };
const SAVE = {
  name: "memory-head.save",
  sql: `UPDATE memory_head SET revision = ?, hash = ?, last_entry = ?, active_entries = ?, index_version = ?,
          index_build = ?, last_build = ?, vectors_pending = ? WHERE scope_key = ?`,
};
// Two ranges instead of <>, so that each is a seek.
const STALE = {
  name: "memory-head.stale",
  sql: `SELECT scope_key FROM memory_head WHERE index_version < ?
        UNION ALL SELECT scope_key FROM memory_head WHERE index_version > ? LIMIT ?`,
};

// `> 0` on the leading key column makes each EXISTS one seek to the first row.
const INDEX_LOST = {
  name: "memory-head.index-lost",
  sql: `SELECT 1 AS lost FROM (SELECT 1) one
        WHERE EXISTS (SELECT 1 FROM memory_head WHERE index_version > 0 AND active_entries > 0)
          AND NOT EXISTS (SELECT 1 FROM search_posting WHERE scope_key > 0)`,
};
const DISTRUST_ALL = {
  name: "memory-head.distrust-all-indexes",
  sql: "UPDATE memory_head SET index_version = 0 WHERE index_version > 0",
};
const VECTORS_PENDING = {
  name: "memory-head.vectors-pending",
  sql: "SELECT scope_key FROM memory_head WHERE vectors_pending = 1 AND scope_key > ? ORDER BY scope_key LIMIT ?",
};
const EXPECT_ALL_VECTORS = {
  name: "memory-head.expect-all-vectors",
  sql: "UPDATE memory_head SET vectors_pending = 1 WHERE vectors_pending = 0",
};

interface HeadRow {
  readonly scope_key: number;
  readonly revision: number;
  readonly hash: Buffer;
  readonly last_entry: number;
  readonly active_entries: number;
  readonly index_version: number | null;
  readonly index_build: number;
  readonly last_build: number;
  readonly vectors_pending: number;
}

/** The memory_head table. The same statements on both databases. */
export class SqlMemoryHeads extends MemoryHeads {
  async read(session: DbSession, scopeId: ScopeId): Promise<MemoryHead | undefined> {
    const [row] = await session.query<HeadRow>(READ, [scopeId]);
    return row && toHead(row);
  }

  async lock(tx: Tx, scope: ScopeKey): Promise<MemoryHead> {
    const [row] = await tx.queryForUpdate<HeadRow>(LOCK, [scope]);
    if (row === undefined) throw new Error("an opened scope has no memory head");
    return toHead(row);
  }

  async save(tx: Tx, head: MemoryHead): Promise<void> {
    const { version, build, lastBuild } = head.index;
    await tx.execute(SAVE, [
      head.revision,
      head.hash,
      head.lastEntry,
      head.activeEntries,
      version,
      build,
      lastBuild,
      head.vectorsPending ? 1 : 0,
      head.scope,
    ]);
  }

  async isIndexLost(session: DbSession): Promise<boolean> {
    return (await session.query(INDEX_LOST, [])).length > 0;
  }

  async distrustAllIndexes(tx: Tx): Promise<void> {
    await tx.execute(DISTRUST_ALL, []);
  }

  async withStaleIndex(session: DbSession, currentVersion: number, limit: number): Promise<readonly ScopeKey[]> {
    const rows = await session.query<{ scope_key: number }>(STALE, [currentVersion, currentVersion, limit]);
    return rows.map((row) => asScopeKey(row.scope_key));
  }

  async withVectorsPending(session: DbSession, after: number, limit: number): Promise<readonly ScopeKey[]> {
    const rows = await session.query<{ scope_key: number }>(VECTORS_PENDING, [after, limit]);
    return rows.map((row) => asScopeKey(row.scope_key));
  }

  async expectAllVectors(tx: Tx): Promise<void> {
    await tx.execute(EXPECT_ALL_VECTORS, []);
  }
}

function toHead(row: HeadRow): MemoryHead {
  return {
    scope: asScopeKey(row.scope_key),
    revision: row.revision,
    hash: row.hash,
    lastEntry: row.last_entry,
    activeEntries: row.active_entries,
    index: { version: row.index_version ?? 0, build: row.index_build, lastBuild: row.last_build },
    vectorsPending: row.vectors_pending === 1,
  };
}
