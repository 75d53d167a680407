import type { Candidate, CandidateFamily, CandidateState, CandidateStatus } from "../domain/candidate.types.js";
import type { Evidence, ExperienceProposal, ExperienceRevision } from "../domain/experience.types.js";

/** The columns every reader of the inbox selects, over candidate `c` and candidate_version `v`. */
export const CANDIDATE_COLUMNS = `c.candidate_no, c.candidate_id, c.family, c.status, c.created_at, c.operation_id,
          c.result_artifact_id, c.result_revision, c.decision_reason, v.version, v.operation_id AS version_operation_id,
          v.proposal, v.evidence, v.target_artifact_id, v.target_revision, v.reason`;

export interface CandidateRow {
  readonly candidate_no: number;
  readonly candidate_id: Buffer;
  readonly family: CandidateFamily;
  readonly status: CandidateStatus;
  readonly created_at: number;
  readonly operation_id: Buffer;
  readonly result_artifact_id: Buffer | null;
  readonly result_revision: number | null;
  readonly decision_reason: string | null;
  readonly version: number;
  readonly version_operation_id: Buffer;
  readonly proposal: string;
  readonly evidence: string;
  readonly target_artifact_id: Buffer | null;
  readonly target_revision: number | null;
  readonly reason: string | null;
}

export function toCandidate(row: CandidateRow): Candidate {
  return {
    candidateNo: row.candidate_no,
    candidateId: row.candidate_id,
    family: row.family,
    version: row.version,
    state: toState(row),
    operationId: row.operation_id,
    createdAt: row.created_at,
    proposal: parseProposal(row.proposal),
    ...parseEvidence(row.evidence),
    target: toRevision(row.target_artifact_id, row.target_revision),
    reason: row.reason ?? undefined,
  };
}

export function proposalText({ situation, action, outcome, lesson }: ExperienceProposal): string {
  return JSON.stringify({ situation, action, outcome, lesson } satisfies ExperienceProposal);
}

export const parseProposal = (text: string): ExperienceProposal => JSON.parse(text) as ExperienceProposal;

export function evidenceText({ sourceRefs, artifactRefs }: Evidence): string {
  return JSON.stringify({ sourceRefs, artifactRefs } satisfies Evidence);
}

export const parseEvidence = (text: string): Evidence => JSON.parse(text) as Evidence;

function toState(row: CandidateRow): CandidateState {
  switch (row.status) {
    case "pending":
      return { kind: "pending" };
    case "approved": {
      const result = toRevision(row.result_artifact_id, row.result_revision);
      if (result === undefined) throw new Error("an approved Candidate is stored without its result");
      return { kind: "approved", result };
    }
    case "rejected":
      return { kind: "rejected", reason: row.decision_reason ?? "" };
  }
}

export function toRevision(artifactId: Buffer | null, revision: number | null): ExperienceRevision | undefined {
  return artifactId === null || revision === null ? undefined : { artifactId, revision };
}
