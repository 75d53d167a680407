import { asScopeKey, type ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";
import { ReviewIndexes } from "../ports/review-indexes.port.js";

// Two ranges instead of <>, so that each is a seek.
const STALE = {
  name: "review-head.stale",
  sql: `SELECT scope_key FROM review_head WHERE index_version < ?
        UNION ALL SELECT scope_key FROM review_head WHERE index_version > ? LIMIT ?`,
};
// `> 0` on the leading key column makes each EXISTS one seek to the first row. A version is there only with an Experience.
const LOST = {
  name: "review-head.index-lost",
  sql: `SELECT 1 AS lost FROM (SELECT 1) one
        WHERE EXISTS (SELECT 1 FROM review_head WHERE index_version > 0)
          AND NOT EXISTS (SELECT 1 FROM search_posting WHERE scope_key > 0)`,
};
const DISTRUST_ALL = {
  name: "review-head.distrust-all-indexes",
  sql: "UPDATE review_head SET index_version = 0 WHERE index_version > 0",
};

/** The index columns of review_head. The same statements on both databases. */
export class SqlReviewIndexes extends ReviewIndexes {
  async isLost(session: DbSession): Promise<boolean> {
    return (await session.query(LOST, [])).length > 0;
  }

  async distrustAll(tx: Tx): Promise<void> {
    await tx.execute(DISTRUST_ALL, []);
  }

  async stale(session: DbSession, currentVersion: number, limit: number): Promise<readonly ScopeKey[]> {
    const rows = await session.query<{ scope_key: number }>(STALE, [currentVersion, currentVersion, limit]);
    return rows.map((row) => asScopeKey(row.scope_key));
  }
}
