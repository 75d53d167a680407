import type { DbSession } from "../../kernel/unit-of-work.port.js";

/** How much waits for review in all scopes together. Both by an index, whatever else is stored. */
export abstract class InboxStatistics {
  /** Pending Candidates, counted up to `atMost`. */
  abstract countPending(session: DbSession, atMost: number): Promise<number>;
  /** When the oldest pending one was proposed: milliseconds since the Unix epoch, undefined without any. */
  abstract oldestPendingAt(session: DbSession): Promise<number | undefined>;
}
