const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 3_600_000;

/** After how many failures in a row a scope counts as held, however far its window has come down: a person should look. */
export const FAILURES_WHEN_HELD = 3;

/**
 * Milliseconds until a scope is tried again: doubled with each failure, an hour at most, and of that a random part between
 * half and all, so that scopes that failed together do not come back together. The first ones are short, so that a window of
 * a hundred Sources comes down to the one that cannot be read within ten minutes.
 *
 * @param failures in a row before this one, ≥ 0
 * @param chance 0..1
 */
export function retryDelayMs(failures: number, chance: number): number {
  const longest = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** failures);
  return Math.round(longest / 2 + (longest / 2) * chance);
}
