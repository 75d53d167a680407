import type { ScopeKey } from "../../kernel/ids.js";
import type { Tx } from "../../kernel/unit-of-work.port.js";
import type { ReviewHead } from "../domain/review-head.js";

/** The head row of each inbox: the lock of every write to it. Proven by test/conformance/review.conformance.ts. */
export abstract class ReviewHeads {
  /** Holds the inbox of an opened scope until the unit ends. */
  abstract lock(tx: Tx, scope: ScopeKey): Promise<ReviewHead>;
  /** Writes the head that was locked in this unit. */
  abstract save(tx: Tx, head: ReviewHead): Promise<void>;
}
