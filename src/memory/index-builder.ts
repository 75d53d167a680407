import { Injectable } from "@nestjs/common";

import type { ScopeKey } from "../kernel/ids.js";
import type { DbSession, Tx } from "../kernel/unit-of-work.port.js";
import { IndexedTexts, type CaughtUp, type CollectionRef, type Page } from "../search/index.js";
import type { MemoryHead } from "./domain/memory-head.js";
import { retiredDocument } from "./domain/retired-document.policy.js";
import { activeEntriesOf, EntryIndex, retiredTextsOf } from "./entry-index.js";
import { EndedTexts } from "./ports/ended-texts.port.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";

const PAGE_ENTRIES = 100;

/** Fills a build of a Memory's index from its texts: active entries and retired texts. A position is a Revision. */
@Injectable()
export class IndexBuilder extends IndexedTexts<MemoryHead, number> {
  constructor(
    private readonly heads: MemoryHeads,
    private readonly entries: MemoryEntries,
    private readonly ended: EndedTexts,
    private readonly index: EntryIndex,
  ) {
    super();
  }

  lock(tx: Tx, scope: ScopeKey): Promise<MemoryHead> {
    return this.heads.lock(tx, scope);
  }

  save(tx: Tx, head: MemoryHead): Promise<void> {
    return this.heads.save(tx, head);
  }

  isIndexLost(session: DbSession): Promise<boolean> {
    return this.heads.isIndexLost(session);
  }

  distrustAllIndexes(tx: Tx): Promise<void> {
    return this.heads.distrustAllIndexes(tx);
  }

  withStaleIndex(session: DbSession, currentVersion: number, limit: number): Promise<readonly ScopeKey[]> {
    return this.heads.withStaleIndex(session, currentVersion, limit);
  }

  isBegun({ revision }: MemoryHead): boolean {
    return revision > 0;
  }

  collections(head: MemoryHead, build: number): readonly CollectionRef[] {
    return [activeEntriesOf(head, build), retiredTextsOf(head, build)];
  }

  neverEmpty(head: MemoryHead): CollectionRef | undefined {
    return head.activeEntries === 0 ? undefined : activeEntriesOf(head);
  }

  position(_: Tx, { revision }: MemoryHead): Promise<number> {
    return Promise.resolve(revision);
  }

  async *pages(session: DbSession, started: MemoryHead): AsyncGenerator<Page> {
    yield* this.activePages(session, started);
    yield* this.retiredPages(session, started);
  }

  /** A page may have seen an entry before or after its change, so all its versions' terms go before the current ones come. */
  async catchUp(tx: Tx, head: MemoryHead, build: number, since: number): Promise<CaughtUp<number>> {
    const active = activeEntriesOf(head, build);
    const changed = await this.entries.changedSince(tx, head.scope, since);
    for (const { entry, current, versions } of changed) {
      for (const text of versions) await this.index.replace(tx, active, entry, text, undefined);
      await this.index.replace(tx, active, entry, undefined, current);
    }
    const retired = retiredTextsOf(head, build);
    for (const text of await this.ended.endedSince(tx, head.scope, since)) {
      await this.index.replace(tx, retired, retiredDocument(text.entry, text.version), text.text, undefined);
      await this.index.addRetired(tx, retired, [text]);
    }
    return { changed: changed.length, position: head.revision };
  }

  private async *activePages(session: DbSession, started: MemoryHead): AsyncGenerator<Page> {
    const at = activeEntriesOf(started, started.index.lastBuild);
    let after = 0;
    for (;;) {
      const page = await this.entries.activeTexts(session, started.scope, after, PAGE_ENTRIES);
      const last = page.at(-1);
      if (last === undefined) return;
      yield async (tx) => {
        for (const { entry, text } of page) await this.index.replace(tx, at, entry, undefined, text);
      };
      after = last.entry;
    }
  }

  private async *retiredPages(session: DbSession, started: MemoryHead): AsyncGenerator<Page> {
    const at = retiredTextsOf(started, started.index.lastBuild);
    for (let after = 0; after < started.lastEntry; after += PAGE_ENTRIES) {
      const through = after + PAGE_ENTRIES;
      const page = await this.ended.endedAmong(session, started.scope, { after, through });
      if (page.length > 0) yield (tx) => this.index.addRetired(tx, at, page);
    }
  }
}
