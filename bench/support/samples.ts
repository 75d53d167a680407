/** The middle of the values. @throws RangeError without any. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** @throws RangeError without any value. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  if (value === undefined) throw new RangeError("no samples were taken");
  return value;
}

/** The middle of the ratios of two series taken in turn, so that a slow minute of the machine weighs on both sides. */
export function medianRatio(values: readonly number[], of: readonly number[]): number {
  return median(values.map((value, index) => value / (of[index] ?? Number.NaN)));
}

/** Milliseconds that `work` took. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
