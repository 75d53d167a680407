import { SqlArtifacts } from "../../src/experience/adapters/artifacts.repository.js";
import { SqlCandidates } from "../../src/experience/adapters/candidates.repository.js";
import { SqlExperienceHistory } from "../../src/experience/adapters/experience-history.repository.js";
import { SqlReviewHeads } from "../../src/experience/adapters/review-heads.repository.js";
import { ArtifactWriter } from "../../src/experience/artifact-writer.js";
import { CandidateWriter } from "../../src/experience/candidate-writer.js";
import { Decisions } from "../../src/experience/decisions.js";
import { EvidenceCheck } from "../../src/experience/evidence-check.js";
import { ExperienceAuditService } from "../../src/experience/experience-audit.service.js";
import { ExperienceIndex } from "../../src/experience/experience-index.js";
import { ExperienceService } from "../../src/experience/experience.service.js";
import { ProposalService } from "../../src/experience/proposal.service.js";
import { ReviewLock } from "../../src/experience/review-lock.js";
import { ReviewService } from "../../src/experience/review.service.js";
import type { DbSession, UnitOfWork } from "../../src/kernel/unit-of-work.port.js";
import { ServerMetrics } from "../../src/platform/telemetry/server-metrics.js";
import type { OpenAdapters } from "../conformance/harness.js";

/** The inbox and its parts over real adapters, wired as the module wires them. */
export interface Review {
  readonly proposals: ProposalService;
  readonly inbox: ReviewService;
  readonly experiences: ExperienceService;
  readonly lock: ReviewLock;
  readonly evidence: EvidenceCheck;
  readonly writer: CandidateWriter;
  readonly candidates: SqlCandidates;
  readonly heads: SqlReviewHeads;
  readonly artifacts: SqlArtifacts;
}

export function experienceAuditOver(
  { unitOfWork, scopes }: OpenAdapters,
  session: DbSession = unitOfWork.reader,
): ExperienceAuditService {
  const over = Object.assign(Object.create(unitOfWork) as UnitOfWork, { reader: session });
  return new ExperienceAuditService(over, scopes, new SqlExperienceHistory());
}

export function reviewOver(adapters: OpenAdapters, unitOfWork = adapters.unitOfWork): Review {
  const { clock, ids, scopes, journal, terms } = adapters;
  const heads = new SqlReviewHeads();
  const candidates = new SqlCandidates();
  const artifacts = new SqlArtifacts();
  const lock = new ReviewLock(scopes, heads, candidates);
  const evidence = new EvidenceCheck(journal, adapters.heads, artifacts);
  const writer = new CandidateWriter(clock, heads, candidates);
  const artifactWriter = new ArtifactWriter(heads, artifacts, new ExperienceIndex(terms));
  const decisions = new Decisions(unitOfWork, ids, lock, candidates, new ServerMetrics());
  return {
    proposals: new ProposalService(unitOfWork, ids, lock, evidence, writer),
    inbox: new ReviewService(unitOfWork, ids, candidates, decisions, artifactWriter),
    experiences: new ExperienceService(unitOfWork, artifacts),
    lock,
    evidence,
    writer,
    candidates,
    heads,
    artifacts,
  };
}
