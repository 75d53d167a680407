/** Sizes of a list of terms to score, and of any other list. */
export const ARM_SIZES = [4, 8, 16, 32, 64] as const;
export const LIST_SIZES = [4, 8, 16, 32, 64, 128, 256, 512] as const;

/**
 * The items followed by fillers up to one of a few sizes: each SQL text not seen before is parsed anew, which takes 10 to
 * 190 ms on OceanBase.
 *
 * @throws RangeError above the largest size; callers split before.
 */
export function padded<T>(items: readonly T[], sizes: readonly number[], filler: T): readonly T[] {
  const size = sizes.find((candidate) => candidate >= items.length);
  if (size === undefined) throw new RangeError(`a list of ${String(items.length)} has no padded size`);
  return [...items, ...new Array<T>(size - items.length).fill(filler)];
}
