/** An entry's versions are far fewer: one a Revision, each written by a person. */
export const VERSION_BITS = 20;

/** The number under which an ended version is indexed: the entry's in the high bits, the version's in the low ones. */
export function retiredDocument(entry: number, version: number): number {
  return entry * 2 ** VERSION_BITS + version;
}
