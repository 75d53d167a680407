import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { CodePoints, Ident, One } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import type { ArtifactReference, SourceReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import { ExperienceProposal } from "./experience-artifact.dto.js";
import {
  CandidateVersionField,
  NamedArtifactsField,
  NamedSourcesField,
  ReviewReasonField,
  TargetField,
} from "./experience-fields.decorators.js";

@ContractSchema("GetArtifactCandidateRequest")
export class GetArtifactCandidateRequest implements Wire<"GetArtifactCandidateRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @Ident()
  readonly candidate_id!: string;
}

@ContractSchema("ApproveArtifactCandidateRequest")
export class ApproveArtifactCandidateRequest implements Wire<"ApproveArtifactCandidateRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @Ident()
  readonly candidate_id!: string;

  @CandidateVersionField()
  readonly expected_version!: number;
}

@ContractSchema("RejectArtifactCandidateRequest")
export class RejectArtifactCandidateRequest implements Wire<"RejectArtifactCandidateRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @Ident()
  readonly candidate_id!: string;

  @CandidateVersionField()
  readonly expected_version!: number;

  @CodePoints(1, 2000, { notBlank: true })
  readonly reason!: string;
}

@ContractSchema("ReviseArtifactCandidateRequest")
export class ReviseArtifactCandidateRequest implements Wire<"ReviseArtifactCandidateRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @Ident()
  readonly candidate_id!: string;

  @CandidateVersionField()
  readonly expected_version!: number;

  @One(() => ExperienceProposal)
  readonly proposal!: ExperienceProposal;

  @NamedSourcesField()
  readonly source_refs!: readonly SourceReference[];

  @NamedArtifactsField()
  readonly artifact_refs!: readonly ArtifactReference[];

  @TargetField()
  readonly target?: ArtifactReference | null;

  @ReviewReasonField()
  readonly reason?: string | null;
}
