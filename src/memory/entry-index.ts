import { Injectable } from "@nestjs/common";

import type { Tx } from "../kernel/unit-of-work.port.js";
import {
  ANALYZER_VERSION,
  collectionOf,
  postingsOf,
  TermIndex,
  type CollectionRef,
  type Posting,
} from "../search/index.js";
import type { IndexState, MemoryHead } from "./domain/memory-head.js";
import type { ResolvedChange } from "./domain/planned-change.policy.js";
import type { StoredEntry } from "./domain/stored-entry.js";

export function activeEntriesOf(head: MemoryHead, build = head.index.build): CollectionRef {
  return { scope: head.scope, collection: collectionOf("active_entries", build) };
}

export function isIndexLive(head: MemoryHead): boolean {
  return head.index.version === ANALYZER_VERSION;
}

/** Keeps the postings of active entries in step with a Revision, inside the unit that writes it. */
@Injectable()
export class EntryIndex {
  constructor(private readonly terms: TermIndex) {}

  /** Applies the changes and returns the index state the head must be saved with. */
  async apply(tx: Tx, head: MemoryHead, changes: readonly ResolvedChange[]): Promise<IndexState> {
    if (head.revision === 0) return this.applyToLive(tx, { ...head, index: FIRST_BUILD }, changes);
    if (isIndexLive(head)) return this.applyToLive(tx, head, changes);
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
    const had = postingMap(before);
    const has = postingMap(after);
    const gone = [...had.values()].filter(({ term, impact }) => has.get(term)?.impact !== impact);
    const fresh = [...has.values()].filter(({ term, impact }) => had.get(term)?.impact !== impact);
    if (gone.length > 0)
      await this.terms.remove(
        tx,
        at,
        doc,
        gone.map(({ term }) => term),
      );
    if (fresh.length > 0) await this.terms.put(tx, at, doc, fresh);
  }

  private async applyToLive(tx: Tx, head: MemoryHead, changes: readonly ResolvedChange[]): Promise<IndexState> {
    const at = activeEntriesOf(head);
    for (const { before, after } of changes) {
      await this.replace(tx, at, after.entry, activeText(before), activeText(after));
    }
    return head.index;
  }
}

const FIRST_BUILD: IndexState = { version: ANALYZER_VERSION, build: 1, lastBuild: 1 };

function activeText(entry: StoredEntry | undefined): string | undefined {
  return entry?.state === "active" ? entry.content.text : undefined;
}

function postingMap(text: string | undefined): ReadonlyMap<string, Posting> {
  return new Map((text === undefined ? [] : postingsOf(text)).map((posting) => [posting.term, posting]));
}
