import { DomainError, type FieldProblem } from "../../kernel/domain-error.js";
import type { ArtifactReference } from "../../kernel/references.js";
import type { Candidate } from "./candidate.types.js";
import { type FoundEvidence, isSameArtifact } from "./evidence.policy.js";
import type { Evidence, ExperienceRevision } from "./experience.types.js";
import { experienceReference, parseExperienceReference } from "./wire-ids.policy.js";

export function candidateNotFound(): DomainError {
  return new DomainError("candidate_not_found", "This scope has no such Candidate.");
}

/**
 * Whether a Candidate may be decided or revised, checked in the contract's order.
 *
 * @throws DomainError candidate_terminal, candidate_conflict
 */
export function requireOpen(candidate: Candidate, expectedVersion: number): Candidate {
  const { state, version } = candidate;
  if (state.kind !== "pending") {
    const message = "This Candidate has been decided and cannot change. Propose anew instead.";
    throw new DomainError("candidate_terminal", message, { status: state.kind });
  }
  if (version !== expectedVersion) {
    const message = "The Candidate has a newer version, or none like the one expected. Read it again and retry.";
    throw new DomainError("candidate_conflict", message, {
      expected_version: expectedVersion,
      current_version: version,
    });
  }
  return candidate;
}

/** What is wrong with the target of a version, beside its being the head. */
export function targetProblems(
  target: ArtifactReference | undefined,
  { artifactRefs }: Evidence,
  found: FoundEvidence,
): readonly FieldProblem[] {
  if (target === undefined) return [];
  const experience = parseExperienceReference(target);
  const head = experience && found.experienceRevisions.get(experience.artifactId.toString("hex"));
  if (target.family !== "experience") return [targetProblem("must be of the family experience")];
  if (experience === undefined || experience.revision > (head ?? 0)) {
    return [targetProblem("does not exist in this scope")];
  }
  const isEvidence = artifactRefs.some((reference) => isSameArtifact(reference, target));
  return isEvidence ? [] : [targetProblem("must appear in artifact_refs")];
}

/** A revise may not turn a Candidate to another target. */
export function changedTargetProblems(
  before: ExperienceRevision | undefined,
  after: ArtifactReference | undefined,
): readonly FieldProblem[] {
  const isSame =
    before === undefined || after === undefined
      ? before === undefined && after === undefined
      : isSameArtifact(experienceReference(before), after);
  return isSame ? [] : [targetProblem("cannot change across the versions of a Candidate")];
}

/**
 * The next Revision grows from the head alone.
 *
 * @throws DomainError artifact_conflict
 */
export function requireHeadTarget(target: ExperienceRevision, headRevision: number): void {
  if (target.revision === headRevision) return;
  const { family, artifactId, revision } = experienceReference({ ...target, revision: headRevision });
  throw new DomainError("artifact_conflict", "The target has a newer Revision. Propose anew from that one.", {
    current: { family, artifact_id: artifactId, revision },
  });
}

const targetProblem = (problem: string): FieldProblem => ({ field: "target", problem });
