import { Injectable } from "@nestjs/common";

import type { DbSession, Tx } from "../kernel/unit-of-work.port.js";
import type { MemoryHead } from "./domain/memory-head.js";
import { retiredDocument } from "./domain/retired-document.policy.js";
import { activeEntriesOf, EntryIndex, retiredTextsOf } from "./entry-index.js";
import { EndedTexts } from "./ports/ended-texts.port.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";

const PAGE_ENTRIES = 100;

/** Postings of one page, ready to be written. */
type Page = (tx: Tx) => Promise<void>;

/** Fills a build of a Memory's index from its texts: active entries and retired texts. */
@Injectable()
export class IndexBuilder {
  constructor(
    private readonly entries: MemoryEntries,
    private readonly ended: EndedTexts,
    private readonly index: EntryIndex,
  ) {}

  /** What the Memory held when the build was claimed, and perhaps some of what came later: catchUp sets that right. */
  async *pages(session: DbSession, started: MemoryHead): AsyncGenerator<Page> {
    yield* this.activePages(session, started);
    yield* this.retiredPages(session, started);
  }

  /**
   * Brings a build to the head, which the caller holds. A page may have seen an entry before or after its change, so all its
   * versions' terms go before the current ones come.
   *
   * @returns how many entries had changed.
   */
  async catchUp(tx: Tx, head: MemoryHead, build: number, since: number): Promise<number> {
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
    return changed.length;
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
