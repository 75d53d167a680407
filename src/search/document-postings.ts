import type { Tx } from "../kernel/unit-of-work.port.js";
import { postingsOf } from "./domain/postings.policy.js";
import type { CollectionRef, DocumentPostings, Posting, TermIndex } from "./ports/term-index.port.js";

/** A document whose text changes; undefined where it has none. */
export interface ReplacedText {
  readonly at: CollectionRef;
  readonly doc: number;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** Removes the postings that differ and answers those to put in their place. */
export async function removeGone(
  terms: TermIndex,
  tx: Tx,
  { at, doc, before, after }: ReplacedText,
): Promise<DocumentPostings> {
  const had = postingMap(before);
  const has = postingMap(after);
  const gone = [...had.values()].filter(({ term, impact }) => has.get(term)?.impact !== impact);
  const postings = [...has.values()].filter(({ term, impact }) => had.get(term)?.impact !== impact);
  if (gone.length > 0) {
    await terms.remove(
      tx,
      at,
      doc,
      gone.map(({ term }) => term),
    );
  }
  return { at, doc, postings };
}

/** Replaces what a document had in a collection by what it has now; only what differs is written. */
export async function replaceText(terms: TermIndex, tx: Tx, replaced: ReplacedText): Promise<void> {
  const fresh = await removeGone(terms, tx, replaced);
  await terms.put(tx, [fresh]);
}

function postingMap(text: string | undefined): ReadonlyMap<string, Posting> {
  return new Map((text === undefined ? [] : postingsOf(text)).map((posting) => [posting.term, posting]));
}
