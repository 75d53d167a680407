import { Injectable } from "@nestjs/common";

import { DomainError } from "../kernel/domain-error.js";
import type { DbSession, SqlFragment } from "../kernel/unit-of-work.port.js";
import {
  ARM_CANDIDATES,
  fuse,
  nearerThanAdmitted,
  similarityScore,
  TermIndex,
  VectorSpace,
  type TermHit,
  type WeightedTerm,
} from "../search/index.js";
import { activeEntriesOf } from "./entry-index.js";
import type { SearchedHead } from "./domain/memory-head.js";
import type { MemoryHit, SearchMode, SearchRequestMode } from "./domain/memory.types.js";
import { memoryReference } from "./domain/wire-ids.policy.js";
import { MemoryVectors, type NearEntries, type NearEntry } from "./ports/memory-vectors.port.js";
import type { CompanionRow } from "./ports/recall-companion.port.js";
import { VectorFillJob } from "./vector-fill.job.js";

/** Hits and the Revision they were read at. */
export interface VectorHits {
  readonly revision: number;
  readonly mode: SearchMode;
  readonly hits: readonly MemoryHit[];
  readonly beside: readonly CompanionRow[];
}

export interface VectorQuery {
  readonly text: string;
  readonly limit: number;
  readonly mode: SearchRequestMode;
  /** From VectorSearch.vectorFor; undefined where full text alone would do as well. */
  readonly vector: Float32Array | undefined;
}

/** Who asks for vectors waits for the query's at most so long, and never longer than the model may take. */
const ASKED_FOR_DEADLINE_MS = 5_000;

/** What the full-text search before has found out. */
export interface TermArm {
  readonly weighted: readonly WeightedTerm[];
  /** For recall: which of its hits count, and with them which near entries do. Undefined when all do. */
  readonly admits: ((hit: TermHit) => boolean) | undefined;
  /** A companion's arm, to be read in the same snapshot. */
  readonly companion: SqlFragment | undefined;
}

/**
 * Search by vector, alone or fused with full text. Only where every active entry has its vector: a search that might miss
 * entries silently is refused when it was asked for, and not chosen when the choice is ours.
 */
@Injectable()
export class VectorSearch {
  constructor(
    private readonly space: VectorSpace,
    private readonly terms: TermIndex,
    private readonly vectors: MemoryVectors,
    private readonly fill: VectorFillJob,
  ) {}

  /**
   * The query's vector where the mode cannot do without, undefined otherwise. To be asked for before anything is read, so that
   * a refusal does not depend on what the scope holds.
   *
   * @throws DomainError capability_not_supported when this server has no vectors, or none for the query within 5 s
   */
  async vectorFor(mode: SearchRequestMode, text: string): Promise<Float32Array | undefined> {
    if (mode !== "vector" && mode !== "hybrid") return undefined;
    if (!this.space.isUsable) throw notOffered(mode);
    const vector = await this.embed(text, ASKED_FOR_DEADLINE_MS);
    if (vector === undefined) throw incomplete(mode);
    return vector;
  }

  /** For a Memory whose full-text index is being rebuilt. @throws DomainError capability_not_supported for mode hybrid */
  requireFullText(mode: SearchRequestMode): void {
    if (mode === "hybrid") throw incomplete(mode);
  }

  /** The nearest entries. @throws DomainError capability_not_supported */
  async nearest(session: DbSession, head: SearchedHead, query: VectorQuery): Promise<VectorHits> {
    const found = await this.read(session, head, query, { weighted: [], companion: undefined });
    if (found === undefined) throw incomplete(query.mode);
    const hits = found.near.slice(0, query.limit);
    return {
      revision: found.revision,
      mode: "vector",
      hits: hits.map((entry) => toHit(found.revision, entry, similarityScore(entry.distance), ["vector"])),
      beside: found.beside,
    };
  }

  /**
   * Both arms from one snapshot. Undefined when full text must do alone.
   *
   * @throws DomainError capability_not_supported when hybrid was asked for and cannot be had
   */
  async fused(
    session: DbSession,
    head: SearchedHead,
    query: VectorQuery,
    arm: TermArm,
  ): Promise<VectorHits | undefined> {
    const found = await this.read(session, head, query, arm);
    if (found?.liveBuild !== head.index.build) {
      this.requireFullText(query.mode);
      return undefined;
    }
    const { revision, beside } = found;
    return { revision, mode: "hybrid", hits: fusedHits(found, arm, query.limit), beside };
  }

  /** Undefined when the vectors are not complete or the query's is not to be had. */
  private async read(
    session: DbSession,
    head: SearchedHead,
    query: VectorQuery,
    { weighted, companion }: Omit<TermArm, "admits">,
  ): Promise<NearEntries | undefined> {
    if (!this.space.isUsable) return undefined;
    if (head.vectorsPending) {
      this.fill.wake();
      return undefined;
    }
    const vector = query.vector ?? (await this.vectorAtHand(query.text));
    const limit = Math.max(ARM_CANDIDATES, query.limit);
    const nearest = vector && this.space.nearest(this.vectors.documents(head.scope, 0), vector, limit);
    if (nearest === undefined) return undefined;
    const terms = this.termArm(head, weighted, limit);
    const found = await this.vectors.search(session, head.scope, { terms, nearest, companion });
    if (!found.isIncomplete) return found;
    this.fill.suspect(head.scope);
    return undefined;
  }

  private termArm(head: SearchedHead, weighted: readonly WeightedTerm[], limit: number): SqlFragment | undefined {
    return weighted.length === 0 ? undefined : this.terms.ranked(activeEntriesOf(head), weighted, limit);
  }

  /** Only from a model that answers these days: one that does not would cost every query its deadline. */
  private async vectorAtHand(text: string): Promise<Float32Array | undefined> {
    if (!this.space.isOffered) this.fill.wake();
    return this.space.isAnswering ? this.embed(text, this.space.deadlineMs) : undefined;
  }

  private async embed(text: string, deadlineMs: number): Promise<Float32Array | undefined> {
    try {
      const [vector] = await this.space.embed([text], { purpose: "query", deadlineMs });
      this.fill.modelAnswered();
      return vector;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.fill.modelFailed();
      return undefined;
    }
  }
}

function fusedHits(found: NearEntries, { admits }: TermArm, limit: number): readonly MemoryHit[] {
  const ranked = found.ranked.filter((entry) => admits?.({ doc: entry.entry, ...entry }) ?? true);
  const admitted = new Set(ranked.map(({ entry }) => entry));
  const near = admits === undefined ? found.near : nearerThanAdmitted(found.near, admitted);
  const byNumber = new Map([...near, ...ranked].map((entry) => [entry.entry, entry]));
  const docs = fuse(
    ranked.map(({ entry }) => entry),
    near.map(({ entry }) => entry),
  );
  return docs.slice(0, limit).flatMap(({ doc, score, matchedBy }) => {
    const entry = byNumber.get(doc);
    return entry === undefined ? [] : [toHit(found.revision, entry, score, matchedBy)];
  });
}

function toHit(
  revision: number,
  { entryId, versionId, text }: Pick<NearEntry, "entryId" | "versionId" | "text">,
  score: number,
  matchedBy: MemoryHit["matchedBy"],
): MemoryHit {
  return {
    citation: {
      memoryRef: memoryReference(revision),
      entryId,
      entryVersionId: versionId,
    },
    text,
    score,
    matchedBy,
  };
}

function notOffered(capability: SearchRequestMode): DomainError {
  const message = "This server has no embedding model of the deployment's profile; use mode auto or fts.";
  return new DomainError("capability_not_supported", message, { capability });
}

function incomplete(capability: SearchRequestMode): DomainError {
  const message =
    "Vectors of this Memory are not complete, or the embedding model does not answer; use mode auto or fts.";
  return new DomainError("capability_not_supported", message, { capability });
}
