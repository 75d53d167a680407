const SIZES = [4, 8, 16, 32, 64, 128, 256, 512];

/** The items followed by as many fillers as the padded size needs. */
export function padded<T>(items: readonly T[], filler: T): readonly T[] {
  return [...items, ...new Array<T>(paddedSize(items.length) - items.length).fill(filler)];
}

/**
 * Lists in SQL come in a few sizes only, because each text not seen before is parsed anew: 10 to 190 ms on OceanBase.
 *
 * @throws RangeError above the largest size; callers split before.
 */
function paddedSize(length: number): number {
  const size = SIZES.find((candidate) => candidate >= length);
  if (size === undefined) throw new RangeError(`a list of ${String(length)} has no padded size`);
  return size;
}
