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
  return build * KINDS + NUMBER_OF_KIND[kind];
}

/** The same as a term of a statement, where the build is one of its columns. */
export function collectionTerm(kind: CollectionKind, build: string): string {
  return `${build} * ${String(KINDS)} + ${String(NUMBER_OF_KIND[kind])}`;
}

/** Room for one more kind. */
const KINDS = 4;
