/** For a model that has answered, which some text may have been too much for. */
const FILLING = { firstMs: 30_000, longestMs: 600_000 };
/** Until it does nothing is offered, so it is looked after. */
const PROVING = { firstMs: 3_000, longestMs: 30_000 };

/**
 * How long the fill leaves a model alone after so many runs in a row that failed, 1 or more: 30 s, doubling to 10 min; 3 s,
 * doubling to 30 s, while the model has not answered in this process.
 */
export function fillRestMs(failedRuns: number, hasAnswered: boolean): number {
  const { firstMs, longestMs } = hasAnswered ? FILLING : PROVING;
  return Math.min(longestMs, firstMs * 2 ** Math.min(failedRuns - 1, 10));
}
