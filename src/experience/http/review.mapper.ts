import { asScopeId } from "../../kernel/ids.js";
import {
  fromArtifactReference,
  fromSourceReference,
  toArtifactReference,
  toArtifactReferenceOrNull,
  toSourceReference,
} from "../../platform/http/wire/references.mapper.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import type {
  ApproveCommand,
  Candidate,
  CandidatePage,
  CandidateQuery,
  ListCandidatesQuery,
  ProposeCommand,
  ProposedVersion,
  RejectCommand,
  ReviseCandidateCommand,
} from "../domain/candidate.types.js";
import type { Evidence, Experience, ExperienceProposal, GetExperienceQuery } from "../domain/experience.types.js";
import { candidateIdOf, experienceReference } from "../domain/wire-ids.policy.js";
import { DEFAULT_LIMIT, DEFAULT_STATUS } from "./list-artifact-candidates.dto.js";

export function toProposeCommand(body: Wire<"ProposeExperienceRequest">): ProposeCommand {
  return { scopeId: asScopeId(body.scope_id), ...fromVersion(body) };
}

export function toGetExperienceQuery(body: Wire<"GetExperienceRequest">): GetExperienceQuery {
  return { scopeId: asScopeId(body.scope_id), artifact: fromArtifactReference(body.artifact) };
}

export function toListQuery(body: Wire<"ListArtifactCandidatesRequest">): ListCandidatesQuery {
  return {
    scopeId: asScopeId(body.scope_id),
    status: body.status ?? DEFAULT_STATUS,
    family: body.family ?? undefined,
    cursor: body.cursor ?? undefined,
    limit: body.limit ?? DEFAULT_LIMIT,
  };
}

export function toCandidateQuery(body: Wire<"GetArtifactCandidateRequest">): CandidateQuery {
  return { scopeId: asScopeId(body.scope_id), candidateId: body.candidate_id };
}

export function toApproveCommand(body: Wire<"ApproveArtifactCandidateRequest">): ApproveCommand {
  return { ...toCandidateQuery(body), expectedVersion: body.expected_version };
}

export function toRejectCommand(body: Wire<"RejectArtifactCandidateRequest">): RejectCommand {
  return { ...toApproveCommand(body), reason: body.reason };
}

export function toReviseCommand(body: Wire<"ReviseArtifactCandidateRequest">): ReviseCandidateCommand {
  return { ...toApproveCommand(body), ...fromVersion(body) };
}

export function toArtifactCandidate(candidate: Candidate): Wire<"ArtifactCandidate"> {
  const { state, target } = candidate;
  return {
    candidate_id: candidateIdOf(candidate.candidateId),
    version: candidate.version,
    family: candidate.family,
    status: state.kind,
    proposal: toProposal(candidate.proposal),
    ...toEvidence(candidate),
    target: toArtifactReferenceOrNull(target && experienceReference(target)),
    reason: candidate.reason ?? null,
    result_artifact: state.kind === "approved" ? toArtifactReference(experienceReference(state.result)) : null,
    decision_reason: state.kind === "rejected" ? state.reason : null,
  };
}

export function toListResponse(page: CandidatePage): Wire<"ListArtifactCandidatesResponse"> {
  return { candidates: page.candidates.map(toArtifactCandidate), next_cursor: page.nextCursor ?? null };
}

export function toExperienceArtifact(experience: Experience): Wire<"ExperienceArtifact"> {
  return {
    artifact: toArtifactReference(experience.artifact),
    content: toProposal(experience.content),
    ...toEvidence(experience),
  };
}

function toEvidence({
  sourceRefs,
  artifactRefs,
}: Evidence): Pick<Wire<"ArtifactCandidate">, "source_refs" | "artifact_refs"> {
  return { source_refs: sourceRefs.map(toSourceReference), artifact_refs: artifactRefs.map(toArtifactReference) };
}

function toProposal({ situation, action, outcome, lesson }: ExperienceProposal): Wire<"ExperienceProposal"> {
  return { situation, action, outcome, lesson };
}

function fromVersion(body: Omit<Wire<"ProposeExperienceRequest">, "scope_id">): ProposedVersion {
  const { situation, action, outcome, lesson } = body.proposal;
  return {
    proposal: { situation, action, outcome, lesson },
    sourceRefs: body.source_refs.map(fromSourceReference),
    artifactRefs: body.artifact_refs.map(fromArtifactReference),
    target: body.target ? fromArtifactReference(body.target) : undefined,
    reason: body.reason ?? undefined,
  };
}
