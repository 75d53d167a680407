import type { Id16, ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";

/** The longest that a scope waits after a failure, and that a claim lives: what seems to be further ahead has come. */
export const LONGEST_RETRY_MS = 3_600_000;
export const LONGEST_CLAIM_MS = 120_000;

/** Who reads a journal. Each has a cursor of its own in every scope. */
export type CursorBinding = "memory" | "experience";

/** How far a reader of a journal has come. */
export interface Backlog {
  readonly scope: ScopeKey;
  /** The last position that was processed; 0 at first. */
  readonly cursor: number;
  /** The last position that was given out. */
  readonly highWatermark: number;
  /** Failures in a row since the cursor last moved. */
  readonly failures: number;
}

/** What came of asking for the claim on a scope's window. */
export type ClaimOutcome =
  | { readonly kind: "claimed" }
  /** Somebody else's claim is alive for so long yet, unless it is given back before. */
  | { readonly kind: "held"; readonly forMs: number };

/** Whether the next window of a scope has failed before. */
export type CursorHealth = "healthy" | "failing";

export interface DueScope {
  readonly scope: ScopeKey;
  readonly scopeId: ScopeId;
}

/**
 * The cursors of journal readers. Correctness rests on `lock` and `advance` alone; a claim only saves model calls between
 * processes, and its time is the database's. Proven by test/conformance/source-cursors.conformance.ts.
 */
export abstract class SourceCursors {
  /** One snapshot. Undefined for a scope nobody has written to. */
  abstract backlog(session: DbSession, scopeId: ScopeId, binding: CursorBinding): Promise<Backlog | undefined>;

  /** Takes the claim unless a live one is held by another. It lives for LONGEST_CLAIM_MS at most. */
  abstract claim(
    tx: Tx,
    scope: ScopeKey,
    binding: CursorBinding,
    request: { readonly claim: Id16; readonly forMs: number },
  ): Promise<ClaimOutcome>;
  /** Holds a claim for so long from now on. One that was lost or given back meanwhile stays so. */
  abstract renew(
    tx: Tx,
    scope: ScopeKey,
    binding: CursorBinding,
    request: { readonly claim: Id16; readonly forMs: number },
  ): Promise<void>;
  /** Gives a claim back; one that was lost meanwhile is left alone. */
  abstract release(tx: Tx, scope: ScopeKey, binding: CursorBinding, claim: Id16): Promise<void>;

  /** The cursor's position, held until the unit ends. The caller holds the Memory head or review head before it. */
  abstract lock(tx: Tx, scope: ScopeKey, binding: CursorBinding): Promise<number>;
  /** Moves a locked cursor, forgets its failures and ends any claim on it. */
  abstract advance(tx: Tx, scope: ScopeKey, binding: CursorBinding, to: number): Promise<void>;

  /**
   * Counts a failure, gives the claim back and makes the scope due again in `retryInMs`, at most LONGEST_RETRY_MS. Idle when
   * the claim was lost.
   */
  abstract recordFailure(
    tx: Tx,
    scope: ScopeKey,
    binding: CursorBinding,
    failure: { readonly claim: Id16; readonly retryInMs: number },
  ): Promise<void>;

  /**
   * Scopes of this health whose time has come and that nobody has claimed, longest due first, by an index: it costs the same
   * however many there are of the other.
   */
  abstract due(
    session: DbSession,
    binding: CursorBinding,
    health: CursorHealth,
    limit: number,
  ): Promise<readonly DueScope[]>;
  /**
   * Takes a scope without pending Sources off the due list, until its next capture puts it back. Locks the journal's head:
   * the caller holds no cursor.
   */
  abstract rest(tx: Tx, scope: ScopeKey, binding: CursorBinding): Promise<void>;
  /** How many scopes have failed at least so often in a row, counted up to `atMost`, by an index. */
  abstract countFailing(session: DbSession, binding: CursorBinding, failures: number, atMost: number): Promise<number>;

  /** Whether some scope has. Costs the same however many scopes there are. */
  async hasFailing(session: DbSession, binding: CursorBinding, failures: number): Promise<boolean> {
    return (await this.countFailing(session, binding, failures, 1)) > 0;
  }
}
