import type { Calls } from "./calls.js";
import type { ChaosScope } from "./chaos-scope.js";
import type { Findings } from "./findings.js";
import type { Random } from "./random.js";

/** What a client works with. */
export interface Hands {
  readonly calls: Calls;
  readonly random: Random;
  /** What is seen to be wrong at once. */
  readonly findings: Findings;
  /** Another scope than the one it works in. */
  readonly elsewhere: ChaosScope;
}

/** One thing that clients do, now and then. */
export type Move = (scope: ChaosScope, hands: Hands) => Promise<void>;

/** Moves with how often each is made, beside the others. */
export type Moves = readonly (readonly [number, Move])[];
