/** Uniform in [0, 1). */
export type Random = () => number;

/** The same numbers for the same seed on every machine (a 32-bit Weyl sequence through a finalising mix). */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
    return ((mixed ^ (mixed >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** An integer from `min` to `max`, both included. */
export function between(random: Random, min: number, max: number): number {
  return min + Math.floor(random() * (max - min + 1));
}

/** Few items often, many rarely, as words are in a language: the item of rank r comes up in proportion to 1 / (r + flat). */
export function skewed<T>(random: Random, items: readonly T[], flat: number): T {
  const rank = flat * (1 + items.length / flat) ** random() - flat;
  return items[Math.floor(rank)] as T;
}

export function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)] as T;
}
