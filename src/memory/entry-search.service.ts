import { Injectable } from "@nestjs/common";

import type { ScopeId } from "../kernel/ids.js";
import type { ArtifactReference } from "../kernel/references.js";
import type { DbSession, SqlFragment } from "../kernel/unit-of-work.port.js";
import {
  admits,
  frequencyTerms,
  isIndexLive,
  planPrepare,
  planSearch,
  scanDocs,
  scanFind,
  scanFrequencies,
  segmentQuery,
  TermIndex,
  wireScore,
  type Frequencies,
  type SegmentedQuery,
  type TermHit,
  type WeightedTerm,
} from "../search/index.js";
import type { SearchedHead } from "./domain/memory-head.js";
import type { MemoryHit, SearchQuery, SearchResult } from "./domain/memory.types.js";
import { entryIdOf, memoryReference, versionIdOf } from "./domain/wire-ids.policy.js";
import { activeEntriesOf } from "./entry-index.js";
import { IndexRebuildJob } from "./index-rebuild.job.js";
import { MemoryEntries, type RankedEntry } from "./ports/memory-entries.port.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";
import type { CompanionRow, RecallCompanion } from "./ports/recall-companion.port.js";
import { VectorSearch, type VectorHits, type VectorQuery } from "./vector-search.js";

/** What a query scores and which of its hits count, once the frequencies of its terms are known. */
interface QueryPlan {
  readonly weighted: readonly WeightedTerm[];
  readonly admits: (hit: MatchedTerms) => boolean;
}

type MatchedTerms = Pick<TermHit, "maskLow" | "maskHigh">;
type Planner = (query: SegmentedQuery, frequencies: Frequencies, totalDocs: number) => QueryPlan;

interface Counted {
  readonly head: SearchedHead;
  readonly frequencies: Frequencies;
}

/** A query before anything is ranked. */
interface Begun {
  readonly scopeId: ScopeId;
  readonly query: SegmentedQuery;
  /** Undefined when the scope has no Memory. */
  readonly counted: Counted | undefined;
  /** What the companion wants to be read with the hits. */
  readonly arm: SqlFragment | undefined;
}

interface Ranking {
  readonly revision: number;
  readonly weighted: readonly WeightedTerm[];
  readonly entries: readonly RankedEntry[];
  /** What vectors would be fused with; undefined when the index was not read. */
  readonly fusible?: { readonly head: SearchedHead; readonly admits: QueryPlan["admits"] };
  readonly beside: readonly CompanionRow[];
}

/** Entries worth a place in a Context Pack, cited at the one head they were read at. */
export interface Recall {
  /** Undefined when the scope has no Memory. */
  readonly memory: ArtifactReference | undefined;
  /** Best first, admitted ones only. */
  readonly hits: readonly MemoryHit[];
  /** What the companion's arm holds in the same snapshot. */
  readonly beside: readonly CompanionRow[];
}

/**
 * Ranked reading of the head's active entries: broad for search, precise for recall. Two statements, none of them a write,
 * and a third where vectors take part.
 */
@Injectable()
export class EntrySearchService {
  constructor(
    private readonly heads: MemoryHeads,
    private readonly entries: MemoryEntries,
    private readonly terms: TermIndex,
    private readonly rebuild: IndexRebuildJob,
    private readonly vectors: VectorSearch,
  ) {}

  /** The best `limit` hits; in mode auto of both arms where that can be had. @throws DomainError capability_not_supported */
  async search(session: DbSession, { scopeId, query: text, limit, mode }: SearchQuery): Promise<SearchResult> {
    const query = { text, limit, mode, vector: await this.vectors.vectorFor(mode, text) };
    if (mode === "vector") {
      const head = await this.heads.read(session, scopeId);
      return head === undefined ? NO_MEMORY : toResult(await this.vectors.nearest(session, head, query));
    }
    const begun = await this.begin(session, scopeId, text);
    const ranking = await this.rank(session, begun, { limit, planner: searchPlanner });
    if (ranking === undefined) return NO_MEMORY;
    const fused = mode === "fts" ? undefined : await this.fuse(session, ranking, query);
    return toResult(fused ?? { ...ranking, mode: "fts", hits: toHits(ranking) });
  }

  /**
   * Of the best `limit` hits those that a segment of the query admits; none rather than noise. What a companion finds comes
   * with them, from the same snapshot.
   */
  async recall(
    session: DbSession,
    scopeId: ScopeId,
    text: string,
    limit: number,
    companion?: RecallCompanion,
  ): Promise<Recall> {
    const begun = await this.begin(session, scopeId, text, companion);
    const ranking = await this.rank(session, begun, { limit, planner: recallPlanner });
    if (ranking === undefined) return { memory: undefined, hits: [], beside: await this.besideAlone(session, begun) };
    // Full text decides whether there is anything at all, so that a prompt about nothing known costs no call of a model.
    const fused =
      ranking.entries.length === 0
        ? undefined
        : await this.fuse(
            session,
            ranking,
            { text, limit, mode: "auto", vector: undefined },
            { admits: ranking.fusible?.admits, ...begun },
          );
    const { revision, hits, beside } = fused ?? { ...ranking, hits: toHits(ranking) };
    return { memory: memoryReference(revision), hits, beside };
  }

  /** Undefined when full text must do alone. @throws DomainError capability_not_supported */
  private async fuse(
    session: DbSession,
    { weighted, fusible }: Ranking,
    query: VectorQuery,
    recalled?: Pick<Begun, "arm"> & { readonly admits: QueryPlan["admits"] | undefined },
  ): Promise<VectorHits | undefined> {
    if (fusible === undefined) {
      this.vectors.requireFullText(query.mode);
      return undefined;
    }
    const arm = { weighted, admits: recalled?.admits, companion: recalled?.arm };
    return this.vectors.fused(session, fusible.head, query, arm);
  }

  /** The head and the frequencies in the index it names, which count only where that is live. */
  private async begin(session: DbSession, scopeId: ScopeId, text: string, companion?: RecallCompanion): Promise<Begun> {
    const query = segmentQuery(text);
    const request = frequencyTerms(query);
    const { head, counts, beside } = await this.heads.readCounted(session, scopeId, {
      counts: this.terms.counts(this.heads.activeEntries(scopeId), request),
      companion: companion?.head(scopeId, { query, request }),
    });
    return {
      scopeId,
      query,
      counted: head && { head, frequencies: this.terms.frequenciesOf(counts, request) },
      arm: beside && companion?.arm(beside, { query, request }),
    };
  }

  /** Undefined when the scope has no Memory. */
  private async rank(session: DbSession, begun: Begun, request: RankRequest): Promise<Ranking | undefined> {
    const { counted } = begun;
    if (counted === undefined) return undefined;
    const ranking = isIndexLive(counted.head) ? await this.rankByIndex(session, counted, begun, request) : undefined;
    return ranking ?? this.rankByScan(session, begun, request);
  }

  /** Undefined when the index turns out not to be there or is exchanged meanwhile. */
  private async rankByIndex(
    session: DbSession,
    { head, frequencies }: Counted,
    begun: Begun,
    { limit, planner }: RankRequest,
  ): Promise<Ranking | undefined> {
    const plan = planner(begun.query, frequencies, head.activeEntries);
    const fusible = { head, admits: plan.admits };
    if (plan.weighted.length === 0) {
      if (frequencies.size > 0 && (await this.isIndexMissing(session, head))) return undefined;
      const beside = await this.besideAlone(session, begun);
      return { revision: head.revision, weighted: [], entries: [], fusible, beside };
    }
    const ranked = this.terms.ranked(activeEntriesOf(head), plan.weighted, limit);
    const { revision, liveBuild, entries, beside } = await this.entries.ranked(session, head.scope, ranked, begun.arm);
    if (liveBuild !== head.index.build) return undefined;
    return { revision, weighted: plan.weighted, entries: entries.filter(plan.admits), fusible, beside };
  }

  private async besideAlone(session: DbSession, { arm }: Begun): Promise<readonly CompanionRow[]> {
    return arm === undefined ? [] : this.entries.besideAlone(session, arm);
  }

  private async isIndexMissing(session: DbSession, head: SearchedHead): Promise<boolean> {
    if (head.activeEntries === 0 || (await this.terms.hasPostings(session, activeEntriesOf(head)))) return false;
    this.rebuild.suspect(head.scope);
    return true;
  }

  /** The same answer from the texts themselves: slower, and right whatever state the index is in. */
  private async rankByScan(
    session: DbSession,
    { scopeId, query, arm }: Begun,
    { limit, planner }: RankRequest,
  ): Promise<Ranking | undefined> {
    const { snapshot, beside } = await this.entries.listBeside(session, scopeId, arm);
    if (snapshot === undefined) return undefined;
    const byNumber = new Map(snapshot.entries.map((entry) => [entry.entry, entry]));
    const docs = scanDocs(snapshot.entries.map(({ entry, content }) => ({ doc: entry, text: content.text })));
    const plan = planner(query, scanFrequencies(docs, frequencyTerms(query)), docs.length);
    const entries = scanFind(docs, plan.weighted, limit).flatMap((hit): RankedEntry[] => {
      const stored = byNumber.get(hit.doc);
      if (stored === undefined || !plan.admits(hit)) return [];
      const { entryId, versionId, content } = stored;
      const ids = { entryId: entryIdOf(entryId), versionId: versionIdOf(versionId) };
      return [{ ...hit, entry: hit.doc, ...ids, text: content.text }];
    });
    return { revision: snapshot.revision, weighted: plan.weighted, entries, beside };
  }
}

interface RankRequest {
  readonly limit: number;
  readonly planner: Planner;
}

const searchPlanner: Planner = (query, frequencies, totalDocs) => ({
  weighted: planSearch(query, frequencies, totalDocs),
  admits: () => true,
});

const recallPlanner: Planner = (query, frequencies, totalDocs) => {
  const plan = planPrepare(query, frequencies, totalDocs);
  return { weighted: plan.weighted, admits: (hit) => admits(plan, hit) };
};

const NO_MEMORY: SearchResult = { memory: undefined, mode: undefined, hits: [] };

function toResult({ revision, mode, hits }: Omit<VectorHits, "beside">): SearchResult {
  return { memory: memoryReference(revision), mode, hits };
}

function toHits({ revision, weighted, entries }: Ranking): readonly MemoryHit[] {
  return entries.map((entry) => ({
    citation: {
      memoryRef: memoryReference(revision),
      entryId: entry.entryId,
      entryVersionId: entry.versionId,
    },
    text: entry.text,
    score: wireScore(entry.score, weighted),
    matchedBy: ["fts"],
  }));
}
