const FIRST_REST_MS = 3_000;
const LONGEST_REST_MS = 30_000;

/** How long prompts and searches that can do without a vector ask a model for none after so many failures in a row, 1 or more. */
export function queryRestMs(failures: number): number {
  return Math.min(LONGEST_REST_MS, FIRST_REST_MS * 2 ** Math.min(failures - 1, 10));
}
