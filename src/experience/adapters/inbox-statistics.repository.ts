import type { DbSession } from "../../kernel/unit-of-work.port.js";
import { InboxStatistics } from "../ports/inbox-statistics.port.js";

const COUNT_PENDING = {
  name: "candidate.count-pending",
  sql: "SELECT COUNT(*) AS pending FROM (SELECT 1 FROM candidate WHERE status = ? LIMIT ?) found",
};
const OLDEST_PENDING = {
  name: "candidate.oldest-pending",
  sql: "SELECT created_at FROM candidate WHERE status = ? ORDER BY created_at LIMIT 1",
};
const PENDING = "pending";

/** The same statements on both databases. */
export class SqlInboxStatistics extends InboxStatistics {
  async countPending(session: DbSession, atMost: number): Promise<number> {
    const [row] = await session.query<{ pending: number }>(COUNT_PENDING, [PENDING, atMost]);
    return row?.pending ?? 0;
  }

  async oldestPendingAt(session: DbSession): Promise<number | undefined> {
    const [row] = await session.query<{ created_at: number }>(OLDEST_PENDING, [PENDING]);
    return row?.created_at;
  }
}
