/** The best of each list, then the second of each …, every item once. */
export function inTurns(lists: readonly (readonly string[])[]): readonly string[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  const turns = Array.from({ length: longest }, (_, turn) => lists.flatMap((list) => list[turn] ?? []));
  return [...new Set(turns.flat())];
}

/** In order, leaving out what no longer fits. */
export function boundedEntries<T>(items: readonly T[], bytesOf: (item: T) => number, mostBytes: number): readonly T[] {
  let bytes = 0;
  return items.filter((item) => {
    const fits = bytes + bytesOf(item) <= mostBytes;
    if (fits) bytes += bytesOf(item);
    return fits;
  });
}
