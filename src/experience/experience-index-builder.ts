import { Injectable } from "@nestjs/common";

import type { ScopeKey } from "../kernel/ids.js";
import type { DbSession, Tx } from "../kernel/unit-of-work.port.js";
import { IndexedTexts, replaceText, TermIndex, type CaughtUp, type CollectionRef, type Page } from "../search/index.js";
import type { ReviewHead } from "./domain/review-head.js";
import { searchableText } from "./domain/searchable-text.policy.js";
import { experiencesOf } from "./experience-index.js";
import { ExperienceTexts } from "./ports/experience-texts.port.js";
import { ReviewHeads } from "./ports/review-heads.port.js";
import { ReviewIndexes } from "./ports/review-indexes.port.js";

/** Few, because an Experience may put thousands of postings into one unit. */
const PAGE_EXPERIENCES = 10;

/** The head Revision of each Experience, by number. */
type Revisions = ReadonlyMap<number, number>;

/** Fills a build of a scope's index from its approved Experiences. */
@Injectable()
export class ExperienceIndexBuilder extends IndexedTexts<ReviewHead, Revisions> {
  constructor(
    private readonly heads: ReviewHeads,
    private readonly indexes: ReviewIndexes,
    private readonly texts: ExperienceTexts,
    private readonly terms: TermIndex,
  ) {
    super();
  }

  lock(tx: Tx, scope: ScopeKey): Promise<ReviewHead> {
    return this.heads.lock(tx, scope);
  }

  save(tx: Tx, head: ReviewHead): Promise<void> {
    return this.heads.save(tx, head);
  }

  isIndexLost(session: DbSession): Promise<boolean> {
    return this.indexes.isLost(session);
  }

  distrustAllIndexes(tx: Tx): Promise<void> {
    return this.indexes.distrustAll(tx);
  }

  withStaleIndex(session: DbSession, currentVersion: number, limit: number): Promise<readonly ScopeKey[]> {
    return this.indexes.stale(session, currentVersion, limit);
  }

  isBegun({ activeArtifacts }: ReviewHead): boolean {
    return activeArtifacts > 0;
  }

  collections(head: ReviewHead, build: number): readonly CollectionRef[] {
    return [experiencesOf(head, build)];
  }

  neverEmpty(head: ReviewHead): CollectionRef | undefined {
    return head.activeArtifacts === 0 ? undefined : experiencesOf(head);
  }

  position(tx: Tx, { scope }: ReviewHead): Promise<Revisions> {
    return this.texts.headRevisions(tx, scope);
  }

  async *pages(session: DbSession, started: ReviewHead): AsyncGenerator<Page> {
    const at = experiencesOf(started, started.index.lastBuild);
    let after = 0;
    for (;;) {
      const page = await this.texts.page(session, started.scope, after, PAGE_EXPERIENCES);
      const last = page.at(-1);
      if (last === undefined) return;
      yield async (tx) => {
        for (const { artifactNo: doc, content } of page) {
          await replaceText(this.terms, tx, { at, doc, before: undefined, after: searchableText(content) });
        }
      };
      after = last.artifactNo;
    }
  }

  /** A page may have seen an Experience at any Revision since, so the terms of all of them go before the head's come. */
  async catchUp(tx: Tx, head: ReviewHead, build: number, since: Revisions): Promise<CaughtUp<Revisions>> {
    const at = experiencesOf(head, build);
    const position = await this.texts.headRevisions(tx, head.scope);
    const changed = [...position].filter(([doc, revision]) => since.get(doc) !== revision);
    for (const [doc] of changed) {
      const texts = await this.texts.revisionsFrom(tx, head.scope, doc, since.get(doc) ?? 1);
      for (const text of texts.map(searchableText)) {
        await replaceText(this.terms, tx, { at, doc, before: text, after: undefined });
      }
      const last = texts.at(-1);
      await replaceText(this.terms, tx, { at, doc, before: undefined, after: last && searchableText(last) });
    }
    return { changed: changed.length, position };
  }
}
