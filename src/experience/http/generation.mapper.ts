import { asScopeId } from "../../kernel/ids.js";
import { fromArtifactReference, fromSourceReference } from "../../platform/http/wire/references.mapper.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import type { GenerateCommand, GenerationOutcome } from "../domain/generation.types.js";
import { toArtifactCandidate } from "./review.mapper.js";

export function toGenerateCommand(body: Wire<"GenerateExperienceRequest">): GenerateCommand {
  return {
    scopeId: asScopeId(body.scope_id),
    sourceRefs: body.source_refs.map(fromSourceReference),
    artifactRefs: body.artifact_refs.map(fromArtifactReference),
    target: body.target ? fromArtifactReference(body.target) : undefined,
    reason: body.reason ?? undefined,
  };
}

export function toGeneratedCandidateResponse(outcome: GenerationOutcome): Wire<"GeneratedCandidateResponse"> {
  return outcome.kind === "no_op"
    ? { status: "no_op", candidate: null }
    : { status: "pending", candidate: toArtifactCandidate(outcome.candidate) };
}
