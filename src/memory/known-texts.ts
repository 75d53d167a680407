import { Injectable } from "@nestjs/common";

import type { ScopeId } from "../kernel/ids.js";
import { UnitOfWork, type SqlFragment } from "../kernel/unit-of-work.port.js";
import {
  areNearIdentical,
  comparable,
  frequencyTerms,
  isIndexLive,
  planSearch,
  segmentQuery,
  TermIndex,
  type CollectionRef,
  type ComparableText,
} from "../search/index.js";
import type { MemoryHead } from "./domain/memory-head.js";
import { activeEntriesOf, retiredTextsOf } from "./entry-index.js";
import { EndedTexts } from "./ports/ended-texts.port.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";

/** A text as good as identical to one of these shares nearly every word with it, so it stands far in front. */
const BEST = 16;
const PAGE_ENTRIES = 500;

/** Numbers of the entries that say nearly what a text says, by that text; a text that none says is not here. */
type EntriesByText = ReadonlyMap<string, readonly number[]>;

/** What a Memory knows of some texts up to Revision `upTo`. */
export interface KnownTexts {
  readonly upTo: number;
  /** Active entries that say nearly the same. */
  readonly active: EntriesByText;
  /** The texts that a person ended, nearly. */
  readonly ended: ReadonlySet<string>;
}

interface FoundText {
  readonly entry: number;
  readonly text: string;
}

/** One collection of texts, read through its index or page by page. */
interface Texts {
  readonly at: CollectionRef;
  readonly total: number;
  /** Undefined when the index is exchanged meanwhile. */
  ranked(fragment: SqlFragment): Promise<readonly FoundText[] | undefined>;
  /** Ascending by entry, in pages that are empty only at the end. */
  pages(): AsyncIterable<readonly FoundText[]>;
}

const NOTHING: KnownTexts = { upTo: 0, active: new Map(), ended: new Set() };

/** Looks for texts among what the active entries say and among what people retired or replaced. */
@Injectable()
export class KnownTextSearch {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly heads: MemoryHeads,
    private readonly entries: MemoryEntries,
    private readonly ended: EndedTexts,
    private readonly terms: TermIndex,
  ) {}

  async nearTo(scopeId: ScopeId, texts: readonly ComparableText[]): Promise<KnownTexts> {
    const head = texts.length === 0 ? undefined : await this.heads.read(this.unitOfWork.reader, scopeId);
    if (head === undefined) return NOTHING;
    const active = await this.among(head, this.activeTexts(head), texts);
    const ended = await this.among(head, this.endedTexts(scopeId, head), texts);
    return { upTo: head.revision, active, ended: new Set(ended.keys()) };
  }

  private async among(head: MemoryHead, known: Texts, texts: readonly ComparableText[]): Promise<EntriesByText> {
    return (isIndexLive(head) ? await this.byIndex(known, texts) : undefined) ?? byScan(known, texts);
  }

  /** Undefined when the index is exchanged meanwhile. */
  private async byIndex(known: Texts, texts: readonly ComparableText[]): Promise<EntriesByText | undefined> {
    const session = this.unitOfWork.reader;
    const found = new Map<string, readonly number[]>();
    if (!(await this.terms.hasPostings(session, known.at))) return found;
    for (const text of texts) {
      const query = segmentQuery(text.text);
      const frequencies = await this.terms.frequencies(session, known.at, frequencyTerms(query));
      const weighted = planSearch(query, frequencies, known.total);
      if (weighted.length === 0) continue;
      const ranked = await known.ranked(this.terms.ranked(known.at, weighted, BEST));
      if (ranked === undefined) return undefined;
      note(found, text, ranked);
    }
    return found;
  }

  private activeTexts(head: MemoryHead): Texts {
    const { reader } = this.unitOfWork;
    const { entries } = this;
    return {
      at: activeEntriesOf(head),
      total: head.activeEntries,
      ranked: async (fragment) => {
        const ranked = await entries.ranked(reader, head.scope, fragment);
        return ranked.liveBuild === head.index.build ? ranked.entries : undefined;
      },
      pages: async function* () {
        for (let after = 0; ;) {
          const page = await entries.activeTexts(reader, head.scope, after, PAGE_ENTRIES);
          const last = page.at(-1);
          if (last === undefined) return;
          yield page;
          after = last.entry;
        }
      },
    };
  }

  private endedTexts(scopeId: ScopeId, head: MemoryHead): Texts {
    const { reader } = this.unitOfWork;
    const { ended } = this;
    return {
      at: retiredTextsOf(head),
      total: head.lastEntry,
      ranked: async (fragment) => {
        const { liveBuild, texts } = await ended.ranked(reader, scopeId, fragment);
        return liveBuild === head.index.build ? texts.map((text) => ({ entry: 0, text })) : undefined;
      },
      pages: async function* () {
        for (let after = 0; after < head.lastEntry; after += PAGE_ENTRIES) {
          yield await ended.endedAmong(reader, head.scope, { after, through: after + PAGE_ENTRIES });
        }
      },
    };
  }
}

/** The same from the texts themselves, while the index is not of this version. */
async function byScan(known: Texts, texts: readonly ComparableText[]): Promise<EntriesByText> {
  const found = new Map<string, readonly number[]>();
  for await (const page of known.pages()) {
    for (const one of page) {
      const other = comparable(one.text);
      for (const text of texts) if (areNearIdentical(text, other)) add(found, text.text, one.entry);
    }
  }
  return found;
}

function note(found: Map<string, readonly number[]>, text: ComparableText, others: readonly FoundText[]): void {
  for (const other of others) {
    if (areNearIdentical(text, comparable(other.text))) add(found, text.text, other.entry);
  }
}

function add(found: Map<string, readonly number[]>, text: string, entry: number): void {
  found.set(text, [...(found.get(text) ?? []), entry]);
}
