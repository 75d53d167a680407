import { Injectable } from "@nestjs/common";

import type { ScopeId } from "../kernel/ids.js";
import type { ArtifactReference } from "../kernel/references.js";
import type { DbSession } from "../kernel/unit-of-work.port.js";
import {
  admits,
  frequencyTerms,
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
import type { MemoryHead } from "./domain/memory-head.js";
import type { MemoryHit, SearchQuery, SearchResult } from "./domain/memory.types.js";
import { entryIdOf, memoryReference, versionIdOf } from "./domain/wire-ids.policy.js";
import { activeEntriesOf, isIndexLive } from "./entry-index.js";
import { IndexRebuildJob } from "./index-rebuild.job.js";
import { MemoryEntries, type RankedEntry } from "./ports/memory-entries.port.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";
import { VectorSearch, type VectorHits, type VectorQuery } from "./vector-search.js";

/** What a query scores and which of its hits count, once the frequencies of its terms are known. */
interface QueryPlan {
  readonly weighted: readonly WeightedTerm[];
  readonly admits: (hit: MatchedTerms) => boolean;
}

type MatchedTerms = Pick<TermHit, "maskLow" | "maskHigh">;
type Planner = (query: SegmentedQuery, frequencies: Frequencies, totalDocs: number) => QueryPlan;

interface Ranking {
  readonly revision: number;
  readonly weighted: readonly WeightedTerm[];
  readonly entries: readonly RankedEntry[];
  /** What the other arm would be fused with; undefined when the index was not read. */
  readonly arm?: { readonly head: MemoryHead; readonly admits: QueryPlan["admits"] };
}

/** Entries worth a place in a Context Pack, cited at the one head they were read at. */
export interface Recall {
  /** Undefined when the scope has no Memory. */
  readonly memory: ArtifactReference | undefined;
  /** Best first, admitted ones only. */
  readonly hits: readonly MemoryHit[];
}

/**
 * Ranked reading of the head's active entries: broad for search, precise for recall. Three statements, none of them a write,
 * and a fourth where vectors take part.
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
    this.vectors.requireOffered(mode);
    if (mode === "vector") {
      const head = await this.heads.read(session, scopeId);
      return head === undefined
        ? NO_MEMORY
        : toResult(await this.vectors.nearest(session, head, { text, limit, mode }));
    }
    const ranking = await this.rank(session, { scopeId, text, limit, planner: searchPlanner });
    if (ranking === undefined) return NO_MEMORY;
    const fused = mode === "fts" ? undefined : await this.fuse(session, ranking, { text, limit, mode });
    return toResult(fused ?? { revision: ranking.revision, mode: "fts", hits: toHits(ranking) });
  }

  /** Of the best `limit` hits those that a segment of the query admits; none rather than noise. */
  async recall(session: DbSession, scopeId: ScopeId, query: string, limit: number): Promise<Recall> {
    const ranking = await this.rank(session, { scopeId, text: query, limit, planner: recallPlanner });
    if (ranking === undefined) return { memory: undefined, hits: [] };
    // Full text decides whether there is anything at all, so that a prompt about nothing known costs no call of a model.
    const fused =
      ranking.entries.length === 0
        ? undefined
        : await this.fuse(session, ranking, { text: query, limit, mode: "auto" }, ranking.arm?.admits);
    const { revision, hits } = fused ?? { revision: ranking.revision, hits: toHits(ranking) };
    return { memory: memoryReference(revision), hits };
  }

  /** Undefined when full text must do alone. @throws DomainError capability_not_supported */
  private async fuse(
    session: DbSession,
    { weighted, arm }: Ranking,
    query: VectorQuery,
    admits?: QueryPlan["admits"],
  ): Promise<VectorHits | undefined> {
    if (arm !== undefined) return this.vectors.fused(session, arm.head, query, { weighted, admits });
    this.vectors.requireFullText(query.mode);
    return undefined;
  }

  private async rank(session: DbSession, request: RankRequest): Promise<Ranking | undefined> {
    // The head is on its way while the query is analysed.
    const reading = this.heads.read(session, request.scopeId);
    const query = segmentQuery(request.text);
    const head = await reading;
    if (head === undefined) return undefined;
    const ranking = isIndexLive(head) ? await this.rankByIndex(session, head, query, request) : undefined;
    return ranking ?? this.rankByScan(session, query, request);
  }

  /** Undefined when the index turns out not to be there or is exchanged meanwhile. */
  private async rankByIndex(
    session: DbSession,
    head: MemoryHead,
    query: SegmentedQuery,
    { limit, planner }: RankRequest,
  ): Promise<Ranking | undefined> {
    const at = activeEntriesOf(head);
    const frequencies = await this.terms.frequencies(session, at, frequencyTerms(query));
    const plan = planner(query, frequencies, head.activeEntries);
    if (plan.weighted.length === 0) {
      if (frequencies.size > 0 && (await this.isIndexMissing(session, head))) return undefined;
      return { revision: head.revision, weighted: [], entries: [], arm: { head, admits: plan.admits } };
    }
    const found = await this.entries.ranked(session, head.scope, this.terms.ranked(at, plan.weighted, limit));
    if (found.liveBuild !== head.index.build) return undefined;
    const entries = found.entries.filter((entry) => plan.admits(entry));
    return { revision: found.revision, weighted: plan.weighted, entries, arm: { head, admits: plan.admits } };
  }

  private async isIndexMissing(session: DbSession, head: MemoryHead): Promise<boolean> {
    if (head.activeEntries === 0 || (await this.terms.hasPostings(session, activeEntriesOf(head)))) return false;
    this.rebuild.suspect(head.scope);
    return true;
  }

  /** The same answer from the texts themselves: slower, and right whatever state the index is in. */
  private async rankByScan(
    session: DbSession,
    query: SegmentedQuery,
    { scopeId, limit, planner }: RankRequest,
  ): Promise<Ranking | undefined> {
    const snapshot = await this.entries.list(session, scopeId, false);
    if (snapshot === undefined) return undefined;
    const byNumber = new Map(snapshot.entries.map((entry) => [entry.entry, entry]));
    const docs = scanDocs(snapshot.entries.map(({ entry, content }) => ({ doc: entry, text: content.text })));
    const plan = planner(query, scanFrequencies(docs, frequencyTerms(query)), docs.length);
    const entries = scanFind(docs, plan.weighted, limit).flatMap((hit): RankedEntry[] => {
      const stored = byNumber.get(hit.doc);
      if (stored === undefined || !plan.admits(hit)) return [];
      const { entryId, versionId, content } = stored;
      return [{ ...hit, entry: hit.doc, entryId, versionId, text: content.text }];
    });
    return { revision: snapshot.revision, weighted: plan.weighted, entries };
  }
}

interface RankRequest {
  readonly scopeId: ScopeId;
  readonly text: string;
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

function toResult({ revision, mode, hits }: VectorHits): SearchResult {
  return { memory: memoryReference(revision), mode, hits };
}

function toHits({ revision, weighted, entries }: Ranking): readonly MemoryHit[] {
  return entries.map((entry) => ({
    citation: {
      memoryRef: memoryReference(revision),
      entryId: entryIdOf(entry.entryId),
      entryVersionId: versionIdOf(entry.versionId),
    },
    text: entry.text,
    score: wireScore(entry.score, weighted),
    matchedBy: ["fts"],
  }));
}
