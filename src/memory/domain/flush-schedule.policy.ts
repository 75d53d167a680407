import { mostSources } from "./flush-window.policy.js";

const FIRST_RETRY_MS = 30_000;
const LONGEST_RETRY_MS = 3_600_000;
/** Below this, a scope that fails may yet be one that was unlucky. */
const FEWEST_FAILURES_HELD = 3;

/**
 * Milliseconds until a scope is tried again: doubled with each failure, an hour at most, and of that a random part between
 * half and all, so that scopes that failed together do not come back together.
 *
 * @param failures in a row before this one, ≥ 0
 * @param chance 0..1
 */
export function retryDelayMs(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return Math.round(longest / 2 + (longest / 2) * chance);
}

/**
 * After how many failures in a row a scope counts as held: its window has come down to one Source, and that has failed.
 *
 * @param limit Sources in a window, ≥ 1
 */
export function failuresWhenHeld(limit: number): number {
  let failures = FEWEST_FAILURES_HELD;
  while (mostSources(limit, failures - 1) > 1) failures += 1;
  return failures;
}
