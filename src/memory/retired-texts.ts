import { Injectable } from "@nestjs/common";

import type { ScopeId } from "../kernel/ids.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { frequencyTerms, isNearIdentical, planSearch, segmentQuery, TermIndex } from "../search/index.js";
import type { MemoryHead } from "./domain/memory-head.js";
import { isIndexLive, retiredTextsOf } from "./entry-index.js";
import { EndedTexts } from "./ports/ended-texts.port.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";

/** A text as good as identical to one of these shares nearly every word with it, so it stands far in front. */
const BEST = 16;
const PAGE_ENTRIES = 500;

/** Which texts are nearly ones that a person ended, up to Revision `upTo`. */
export interface NearlyEnded {
  readonly upTo: number;
  readonly texts: ReadonlySet<string>;
}

/** Looks for texts among those that people retired or replaced. */
@Injectable()
export class RetiredTexts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly heads: MemoryHeads,
    private readonly ended: EndedTexts,
    private readonly terms: TermIndex,
  ) {}

  async nearTo(scopeId: ScopeId, texts: readonly string[]): Promise<NearlyEnded> {
    const head = texts.length === 0 ? undefined : await this.heads.read(this.unitOfWork.reader, scopeId);
    if (head === undefined) return { upTo: 0, texts: new Set() };
    const found =
      (isIndexLive(head) ? await this.byIndex(scopeId, head, texts) : undefined) ?? this.byScan(head, texts);
    return { upTo: head.revision, texts: await found };
  }

  /** Undefined when the index is exchanged meanwhile. */
  private async byIndex(
    scopeId: ScopeId,
    head: MemoryHead,
    texts: readonly string[],
  ): Promise<ReadonlySet<string> | undefined> {
    const session = this.unitOfWork.reader;
    const at = retiredTextsOf(head);
    const found = new Set<string>();
    if (!(await this.terms.hasPostings(session, at))) return found;
    for (const text of texts) {
      const query = segmentQuery(text);
      const frequencies = await this.terms.frequencies(session, at, frequencyTerms(query));
      const weighted = planSearch(query, frequencies, head.lastEntry);
      if (weighted.length === 0) continue;
      const ranked = await this.ended.ranked(session, scopeId, this.terms.ranked(at, weighted, BEST));
      if (ranked.liveBuild !== head.index.build) return undefined;
      if (ranked.texts.some((ended) => isNearIdentical(text, ended))) found.add(text);
    }
    return found;
  }

  /** The same from the texts themselves, while the index is not of this version. */
  private async byScan(head: MemoryHead, texts: readonly string[]): Promise<ReadonlySet<string>> {
    const found = new Set<string>();
    for (let after = 0; after < head.lastEntry; after += PAGE_ENTRIES) {
      const range = { after, through: after + PAGE_ENTRIES };
      const page = await this.ended.endedAmong(this.unitOfWork.reader, head.scope, range);
      for (const text of texts) {
        if (page.some((ended) => isNearIdentical(text, ended.text))) found.add(text);
      }
    }
    return found;
  }
}
