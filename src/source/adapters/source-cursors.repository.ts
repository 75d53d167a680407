import { asScopeId, asScopeKey, type Id16, type ScopeId, type ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlValue, Statement, Tx } from "../../kernel/unit-of-work.port.js";
import {
  LONGEST_CLAIM_MS,
  LONGEST_RETRY_MS,
  SourceCursors,
  type Backlog,
  type ClaimOutcome,
  type CursorBinding,
  type CursorHealth,
  type DueScope,
} from "../ports/source-cursors.port.js";

const BINDINGS: Readonly<Record<CursorBinding, number>> = { memory: 1, experience: 2 };

const FAILING: Readonly<Record<CursorHealth, number>> = { healthy: 0, failing: 1 };

const BACKLOG = {
  name: "source-cursor.backlog",
  sql: `SELECT c.scope_key, c.position, c.failures, h.position AS high_watermark
        FROM scope s JOIN source_cursor c ON c.scope_key = s.scope_key JOIN journal_head h ON h.scope_key = s.scope_key
        WHERE s.scope_id = ? AND c.binding = ?`,
};
const LOCK = {
  name: "source-cursor.lock",
  sql: "SELECT position FROM source_cursor WHERE scope_key = ? AND binding = ?",
};
const RELEASE = {
  name: "source-cursor.release",
  sql: `UPDATE source_cursor SET claim = NULL, claimed_until = NULL
        WHERE scope_key = ? AND binding = ? AND claim = ?`,
};
const LOCK_JOURNAL_HEAD = {
  name: "source-cursor.lock-journal-head",
  sql: "SELECT position FROM journal_head WHERE scope_key = ?",
};
const REST = {
  name: "source-cursor.rest",
  sql: `UPDATE source_cursor SET next_attempt_at = NULL
        WHERE scope_key = ? AND binding = ? AND position >= ?`,
};
const MARK_QUIET = { name: "source-cursor.mark-quiet", sql: "UPDATE journal_head SET quiet = 1 WHERE scope_key = ?" };
const COUNT_FAILING = {
  name: "source-cursor.count-failing",
  sql: `SELECT COUNT(*) AS failing
        FROM (SELECT 1 FROM source_cursor WHERE binding = ? AND failures >= ? LIMIT ?) found`,
};

/** Connections and nodes read their clock a little apart: what one has made due must be due to the next that looks. */
const CLOCK_GRAIN_MS = 100;

/** How far ahead of the clock a time may lie and still be waited for. Only a failure makes a scope wait. */
const FARTHEST_MS: Readonly<Record<CursorHealth, number>> = { healthy: CLOCK_GRAIN_MS, failing: LONGEST_RETRY_MS };

/**
 * The statements that read the database's clock, where `now` is its milliseconds as an integer. A time further ahead than
 * it could have been set was written before the clock jumped back, and has come: what is due or claimed never hangs on it.
 */
function clockStatements(now: string) {
  const isFree = `(claimed_until IS NULL OR claimed_until <= ${now} OR claimed_until > ${now} + ${String(LONGEST_CLAIM_MS)})`;
  // Two ranges, so that each is a seek.
  const dueWhere = (range: string): string => `SELECT scope_key, next_attempt_at FROM
      (SELECT scope_key, next_attempt_at FROM source_cursor WHERE binding = ? AND failing = ? AND ${range} AND ${isFree}
       ORDER BY next_attempt_at LIMIT ?) found`;
  return {
    claim: {
      name: "source-cursor.claim",
      sql: `UPDATE source_cursor SET claim = ?, claimed_until = ${now} + ?
            WHERE scope_key = ? AND binding = ? AND (claim = ? OR ${isFree})`,
    },
    renew: {
      name: "source-cursor.renew",
      sql: `UPDATE source_cursor SET claimed_until = ${now} + ? WHERE scope_key = ? AND binding = ? AND claim = ?`,
    },
    claimedFor: {
      name: "source-cursor.claimed-for",
      sql: `SELECT claimed_until - ${now} AS for_ms FROM source_cursor WHERE scope_key = ? AND binding = ?`,
    },
    advance: {
      name: "source-cursor.advance",
      sql: `UPDATE source_cursor
            SET position = ?, failures = 0, failing = 0, next_attempt_at = ${now}, claim = NULL, claimed_until = NULL
            WHERE scope_key = ? AND binding = ?`,
    },
    recordFailure: {
      name: "source-cursor.record-failure",
      sql: `UPDATE source_cursor
            SET failures = failures + 1, failing = 1, next_attempt_at = ${now} + ?, claim = NULL, claimed_until = NULL
            WHERE scope_key = ? AND binding = ? AND claim = ?`,
    },
    due: {
      name: "source-cursor.due",
      // While scopes are few, the engine would rather read them all: its hint, a comment to SQLite.
      sql: `SELECT /*+ LEADING(d s) USE_NL(s) */ d.scope_key, s.scope_id FROM (
              ${dueWhere(`next_attempt_at <= ${now} + ${String(CLOCK_GRAIN_MS)}`)}
              UNION ALL ${dueWhere(`next_attempt_at > ${now} + ?`)}
            ) d JOIN scope s ON s.scope_key = d.scope_key
            ORDER BY d.next_attempt_at, d.scope_key LIMIT ?`,
    },
  } satisfies Readonly<Record<string, Statement>>;
}

/** The source_cursor table. What differs between the databases is how their clock is read. */
export abstract class SqlSourceCursors extends SourceCursors {
  private readonly timed: ReturnType<typeof clockStatements>;

  /** @param now an SQL expression: milliseconds since the Unix epoch, an integer, the same within one statement */
  protected constructor(now: string) {
    super();
    this.timed = clockStatements(now);
  }

  async backlog(session: DbSession, scopeId: ScopeId, binding: CursorBinding): Promise<Backlog | undefined> {
    const [row] = await session.query<BacklogRow>(BACKLOG, [scopeId, BINDINGS[binding]]);
    return (
      row && {
        scope: asScopeKey(row.scope_key),
        cursor: row.position,
        highWatermark: row.high_watermark,
        failures: row.failures,
      }
    );
  }

  async claim(
    tx: Tx,
    scope: ScopeKey,
    binding: CursorBinding,
    { claim, forMs }: { readonly claim: Id16; readonly forMs: number },
  ): Promise<ClaimOutcome> {
    const at = placeOf(scope, binding);
    if ((await tx.execute(this.timed.claim, [claim, claimTime(forMs), ...at, claim])) > 0) return { kind: "claimed" };
    const [row] = await tx.query<{ for_ms: number | null }>(this.timed.claimedFor, at);
    return { kind: "held", forMs: Math.max(0, row?.for_ms ?? 0) };
  }

  async renew(
    tx: Tx,
    scope: ScopeKey,
    binding: CursorBinding,
    { claim, forMs }: { readonly claim: Id16; readonly forMs: number },
  ): Promise<void> {
    await tx.execute(this.timed.renew, [claimTime(forMs), ...placeOf(scope, binding), claim]);
  }

  async release(tx: Tx, scope: ScopeKey, binding: CursorBinding, claim: Id16): Promise<void> {
    await tx.execute(RELEASE, [...placeOf(scope, binding), claim]);
  }

  async lock(tx: Tx, scope: ScopeKey, binding: CursorBinding): Promise<number> {
    const [row] = await tx.queryForUpdate<{ position: number }>(LOCK, placeOf(scope, binding));
    if (row === undefined) throw new Error("an opened scope has no source cursor");
    return row.position;
  }

  async advance(tx: Tx, scope: ScopeKey, binding: CursorBinding, to: number): Promise<void> {
    await tx.execute(this.timed.advance, [to, ...placeOf(scope, binding)]);
  }

  async recordFailure(
    tx: Tx,
    scope: ScopeKey,
    binding: CursorBinding,
    { claim, retryInMs }: { readonly claim: Id16; readonly retryInMs: number },
  ): Promise<void> {
    const time = Math.min(Math.ceil(retryInMs), LONGEST_RETRY_MS);
    await tx.execute(this.timed.recordFailure, [time, ...placeOf(scope, binding), claim]);
  }

  async due(
    session: DbSession,
    binding: CursorBinding,
    health: CursorHealth,
    limit: number,
  ): Promise<readonly DueScope[]> {
    const lane = [BINDINGS[binding], FAILING[health]];
    const parameters = [...lane, limit, ...lane, FARTHEST_MS[health], limit, limit];
    const rows = await session.query<{ scope_key: number; scope_id: string }>(this.timed.due, parameters);
    return rows.map((row) => ({ scope: asScopeKey(row.scope_key), scopeId: asScopeId(row.scope_id) }));
  }

  async rest(tx: Tx, scope: ScopeKey, binding: CursorBinding): Promise<void> {
    const [head] = await tx.queryForUpdate<{ position: number }>(LOCK_JOURNAL_HEAD, [scope]);
    if (head === undefined) throw new Error("an opened scope has no journal head");
    const resting = await tx.execute(REST, [...placeOf(scope, binding), head.position]);
    if (resting > 0) await tx.execute(MARK_QUIET, [scope]);
  }

  async countFailing(session: DbSession, binding: CursorBinding, failures: number, atMost: number): Promise<number> {
    const [row] = await session.query<{ failing: number }>(COUNT_FAILING, [BINDINGS[binding], failures, atMost]);
    return row?.failing ?? 0;
  }
}

interface BacklogRow {
  readonly scope_key: number;
  readonly position: number;
  readonly failures: number;
  readonly high_watermark: number;
}

function claimTime(forMs: number): number {
  return Math.min(Math.ceil(forMs), LONGEST_CLAIM_MS);
}

function placeOf(scope: ScopeKey, binding: CursorBinding): readonly SqlValue[] {
  return [scope, BINDINGS[binding]];
}
