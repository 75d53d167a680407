/** What a collection of documents holds. */
export type CollectionKind = "active_entries" | "experiences" | "retired_texts";

const NUMBER_OF_KIND: Readonly<Record<CollectionKind, number>> = {
  active_entries: 1,
  experiences: 2,
  retired_texts: 3,
};

/**
 * The number a collection is stored under. Every rebuild writes a build of its own beside the live one, so that readers
 * keep a whole index until the head row names the new build.
 */
export function collectionOf(kind: CollectionKind, build: number): number {
  return build * 4 + NUMBER_OF_KIND[kind];
}
