import { Injectable } from "@nestjs/common";

import type { IndexState } from "../kernel/index-state.js";
import type { Tx } from "../kernel/unit-of-work.port.js";
import {
  collectionOf,
  FIRST_BUILD,
  isIndexLive,
  postingsOf,
  removeGone,
  replaceText,
  TermIndex,
  type CollectionRef,
  type DocumentPostings,
} from "../search/index.js";
import type { MemoryHead, SearchedHead } from "./domain/memory-head.js";
import type { ResolvedChange } from "./domain/planned-change.policy.js";
import { FLUSH_ORIGIN } from "./domain/flush.types.js";
import { retiredDocument } from "./domain/retired-document.policy.js";
import type { StoredEntry } from "./domain/stored-entry.js";
import type { EndedText } from "./ports/ended-texts.port.js";

export function activeEntriesOf(head: SearchedHead, build = head.index.build): CollectionRef {
  return { scope: head.scope, collection: collectionOf("active_entries", build) };
}

/** Texts that a person retired or replaced: what extraction must not bring back. */
export function retiredTextsOf(head: MemoryHead, build = head.index.build): CollectionRef {
  return { scope: head.scope, collection: collectionOf("retired_texts", build) };
}

/** What a Revision is, as far as the index asks. */
export interface IndexedRevision {
  readonly origin: string;
  readonly changes: readonly ResolvedChange[];
}

/** Keeps the postings of active entries and of retired texts in step with a Revision, inside the unit that writes it. */
@Injectable()
export class EntryIndex {
  constructor(private readonly terms: TermIndex) {}

  /** Applies the changes and returns the index state the head must be saved with. */
  async apply(tx: Tx, head: MemoryHead, revision: IndexedRevision): Promise<IndexState> {
    if (head.revision === 0) return this.applyToLive(tx, { ...head, index: FIRST_BUILD }, revision);
    if (isIndexLive(head)) return this.applyToLive(tx, head, revision);
    // Postings of another analyzer would miss this change, also for a server that still trusts them.
    return { ...head.index, version: 0 };
  }

  /** Replaces what the entry had in a collection by what it has now; only what differs is written. */
  async replace(
    tx: Tx,
    at: CollectionRef,
    doc: number,
    before: string | undefined,
    after: string | undefined,
  ): Promise<void> {
    await replaceText(this.terms, tx, { at, doc, before, after });
  }

  /** Adds ended texts to a collection that does not hold them yet. */
  async addRetired(tx: Tx, at: CollectionRef, texts: readonly EndedText[]): Promise<void> {
    await this.terms.put(
      tx,
      texts.map((text) => retiredPostings(at, text)),
    );
  }

  private async applyToLive(tx: Tx, head: MemoryHead, { origin, changes }: IndexedRevision): Promise<IndexState> {
    const at = activeEntriesOf(head);
    const documents: DocumentPostings[] = [];
    for (const { before, after } of changes) {
      const doc = after.entry;
      const replaced = { at, doc, before: activeText(before), after: activeText(after) };
      documents.push(await removeGone(this.terms, tx, replaced));
      if (before === undefined || isFlush(origin)) continue;
      const { entry, version, content } = before;
      documents.push(retiredPostings(retiredTextsOf(head), { entry, version, text: content.text }));
    }
    await this.terms.put(tx, documents);
    return head.index;
  }
}

/** What extraction replaces it may propose again; what a person ends it may not. */
const isFlush = (origin: string): boolean => origin === FLUSH_ORIGIN;

function retiredPostings(at: CollectionRef, { entry, version, text }: EndedText): DocumentPostings {
  return { at, doc: retiredDocument(entry, version), postings: postingsOf(text) };
}

function activeText(entry: StoredEntry | undefined): string | undefined {
  return entry?.state === "active" ? entry.content.text : undefined;
}
