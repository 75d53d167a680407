import type { ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";

/** The state of the index of each scope's Experiences. Proven by test/conformance/experience-index.conformance.ts. */
export abstract class ReviewIndexes {
  /** Whether approved Experiences exist although the whole index is empty. Seeks only. */
  abstract isLost(session: DbSession): Promise<boolean>;
  /** Declares every scope's index untrusted: for a lost one. */
  abstract distrustAll(tx: Tx): Promise<void>;
  /** Scopes whose index is of another analyzer or not to be trusted, at most `limit`. */
  abstract stale(session: DbSession, currentVersion: number, limit: number): Promise<readonly ScopeKey[]>;
}
