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

/** `?, ?, ?`, or as many of another part. */
export function repeated(part: string, times: number, separator = ", "): string {
  return new Array<string>(times).fill(part).join(separator);
}
