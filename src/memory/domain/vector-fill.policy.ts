const FIRST_REST_MS = 30_000;
const LONGEST_REST_MS = 600_000;

/** How long the fill leaves a model alone after so many runs in a row that failed, 1 or more: 30 s, doubling to 10 min. */
export function fillRestMs(failedRuns: number): number {
  return Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(failedRuns - 1, 10));
}
