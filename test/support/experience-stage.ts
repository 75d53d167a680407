import { SqlExperienceTexts } from "../../src/experience/adapters/experience-texts.repository.js";
import { SqlReviewHeads } from "../../src/experience/adapters/review-heads.repository.js";
import { SqlReviewIndexes } from "../../src/experience/adapters/review-indexes.repository.js";
import type { Candidate } from "../../src/experience/domain/candidate.types.js";
import { ExperienceIndexBuilder } from "../../src/experience/experience-index-builder.js";
import { ExperienceIndexRebuildJob } from "../../src/experience/experience-index-rebuild.job.js";
import { ExperienceRecallService } from "../../src/experience/experience-recall.service.js";
import type { ScopeId, ScopeKey } from "../../src/kernel/ids.js";
import type { ArtifactReference } from "../../src/kernel/references.js";
import type { DbSession } from "../../src/kernel/unit-of-work.port.js";
import type { OpenAdapters } from "../conformance/harness.js";
import { MemoryCalls } from "../conformance/memory-calls.js";
import { resultOf, ReviewCalls } from "../conformance/review-calls.js";
import { reviewOver } from "./compose-review.js";
import { entrySearchOver, indexRebuildOver, memoryServiceOver } from "./compose.js";

export function experienceRebuildOver({ unitOfWork, terms }: OpenAdapters): ExperienceIndexRebuildJob {
  const builder = new ExperienceIndexBuilder(
    new SqlReviewHeads(),
    new SqlReviewIndexes(),
    new SqlExperienceTexts(),
    terms,
  );
  return new ExperienceIndexRebuildJob(unitOfWork, terms, builder);
}

export interface RecalledTexts {
  readonly memories: readonly string[];
  readonly lessons: readonly string[];
  readonly experiences: readonly ArtifactReference[];
}

/** Memory and approved Experiences of real adapters, and the recall of both as prepare does it. */
export class ExperienceStage {
  readonly memory: MemoryCalls;
  readonly review: ReviewCalls;
  readonly rebuild: ExperienceIndexRebuildJob;

  constructor(private readonly adapters: OpenAdapters) {
    this.memory = new MemoryCalls(memoryServiceOver(adapters));
    this.review = new ReviewCalls(reviewOver(adapters), adapters);
    this.rebuild = experienceRebuildOver(adapters);
  }

  /** A Candidate whose lesson is this text and whose other fields say nothing. */
  async propose(scope: ScopeId, lesson: string, target?: ArtifactReference): Promise<Candidate> {
    await this.review.capture(scope);
    const proposal = { situation: "-", action: "-", outcome: "-", lesson };
    const artifactRefs = target === undefined ? [] : [target];
    return this.review.propose(scope, "", { proposal, target, artifactRefs });
  }

  async approve(scope: ScopeId, lesson: string, target?: ArtifactReference): Promise<ArtifactReference> {
    return resultOf(await this.review.approve(scope, await this.propose(scope, lesson, target)));
  }

  /** Undefined when the index was exchanged meanwhile. */
  async recall(
    scope: ScopeId,
    query: string,
    { byScan = false, session = this.adapters.unitOfWork.reader }: { byScan?: boolean; session?: DbSession } = {},
  ): Promise<RecalledTexts | undefined> {
    const { terms } = this.adapters;
    const companion = new ExperienceRecallService(terms, new SqlExperienceTexts(), this.rebuild).begin({
      limit: 8,
      byScan,
    });
    const search = entrySearchOver(this.adapters, indexRebuildOver(this.adapters));
    const { hits, beside } = await search.recall(session, scope, query, 16, companion);
    const experiences = companion.hits(beside);
    return (
      experiences && {
        memories: hits.map(({ text }) => text),
        lessons: experiences.map(({ content }) => content.lesson),
        experiences: experiences.map(({ artifact }) => artifact),
      }
    );
  }

  async lessons(scope: ScopeId, query: string): Promise<readonly string[] | undefined> {
    return (await this.recall(scope, query))?.lessons;
  }

  async keyOf(scope: ScopeId): Promise<ScopeKey> {
    const key = await this.adapters.scopes.find(this.adapters.unitOfWork.reader, scope);
    if (key === undefined) throw new Error("the scope is not there");
    return key;
  }

  /** Says that the index of a scope's Experiences is of another analyzer. */
  async age(scope: ScopeId, version: number): Promise<void> {
    const key = await this.keyOf(scope);
    const sql = "UPDATE review_head SET index_version = ? WHERE scope_key = ?";
    await this.adapters.unitOfWork.run((tx) => tx.execute({ name: "test.age-experiences", sql }, [version, key]));
  }

  /** Those of Experiences, whatever their build. */
  async postings(scope: ScopeId): Promise<readonly PostingRow[]> {
    const sql = `SELECT collection, term, doc, impact FROM search_posting
      WHERE scope_key = ? AND collection % 4 = 2 ORDER BY term, doc, collection`;
    return this.adapters.unitOfWork.reader.query({ name: "test.experience-postings", sql }, [await this.keyOf(scope)]);
  }
}

export interface PostingRow {
  readonly collection: number;
  readonly term: string;
  readonly doc: number;
  readonly impact: number;
}
