import { asScopeKey, type ScopeId, type ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment, Tx } from "../../kernel/unit-of-work.port.js";
import { composedOnce } from "../../platform/database/composed-text.js";
import { collectionTerm } from "../../search/index.js";
import type { MemoryHead, SearchedHead } from "../domain/memory-head.js";
import { MemoryHeads, type CountedHead, type CountedWith } from "../ports/memory-heads.port.js";
import { besideCompanion, partCompanion } from "./companion.rows.js";

const COLUMNS =
  "h.scope_key, h.revision, h.hash, h.last_entry, h.active_entries, h.index_version, h.index_build, h.last_build, h.vectors_pending";

const OF_SCOPE = "FROM scope s JOIN memory_head h ON h.scope_key = s.scope_key WHERE s.scope_id = ? AND h.revision > 0";
/** For OceanBase: while its tables are small, and where they are partitioned, it would read every head for this one. */
const SEEK = "/*+ LEADING(s h) USE_NL(h) */";
const READ = { name: "memory-head.read", sql: `SELECT ${SEEK} ${COLUMNS} ${OF_SCOPE}` };
const ACTIVE_ENTRIES = `SELECT ${SEEK} h.scope_key, ${collectionTerm("active_entries", "h.index_build")} AS collection ${OF_SCOPE}`;
/** One column, because each costs the JavaScript thread. */
const SEARCHED_HEAD = `CONCAT_WS(' ', h.scope_key, h.revision, h.active_entries, COALESCE(h.index_version, 0), h.index_build,
  h.last_build, h.vectors_pending)`;
const countedText = composedOnce((counts) => `SELECT ${SEEK} ${SEARCHED_HEAD} AS head, ${counts} AS text ${OF_SCOPE}`);
const withCompanion = besideCompanion(["head", "text"]);
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
const COUNT_VECTORS_PENDING = {
  name: "memory-head.count-vectors-pending",
  sql: `SELECT COUNT(*) AS count FROM (
          SELECT active_entries FROM memory_head WHERE vectors_pending = 1 ORDER BY scope_key LIMIT ?
        ) pending WHERE active_entries > 0`,
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

interface CountedRow {
  readonly head: string;
  /** What was counted. */
  readonly text: string | null;
}

/** The memory_head table. The same statements on both databases. */
export class SqlMemoryHeads extends MemoryHeads {
  async read(session: DbSession, scopeId: ScopeId): Promise<MemoryHead | undefined> {
    const [row] = await session.query<HeadRow>(READ, [scopeId]);
    return row && toHead(row);
  }

  activeEntries(scopeId: ScopeId): SqlFragment {
    return { sql: ACTIVE_ENTRIES, parameters: [scopeId] };
  }

  async readCounted(session: DbSession, scopeId: ScopeId, { counts, companion }: CountedWith): Promise<CountedHead> {
    const counted = {
      sql: countedText(counts.sql),
      parameters: [...counts.parameters, scopeId],
    };
    const { sql, parameters } = withCompanion(counted, companion);
    const statement = { name: "memory-head.read-counted", sql };
    const { own, beside } = partCompanion(await session.query<CountedRow>(statement, parameters));
    const [row] = own;
    return { head: row && toSearchedHead(row.head), counts: row?.text ?? null, beside: beside[0] };
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

  async countVectorsPending(session: DbSession, most: number): Promise<number> {
    const [row] = await session.query<{ count: number }>(COUNT_VECTORS_PENDING, [most]);
    return row?.count ?? 0;
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

function toSearchedHead(text: string): SearchedHead {
  const [scope = 0, revision = 0, activeEntries = 0, version = 0, build = 0, lastBuild = 0, pending = 0] = text
    .split(" ")
    .map(Number);
  return {
    scope: asScopeKey(scope),
    revision,
    activeEntries,
    index: { version, build, lastBuild },
    vectorsPending: pending === 1,
  };
}
