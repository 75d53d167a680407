import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { One, OneOf } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import type { ArtifactReference, SourceReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import { ArtifactCandidate } from "./artifact-candidate.dto.js";
import {
  NamedArtifactsField,
  NamedSourcesField,
  ReviewReasonField,
  TargetField,
} from "./experience-fields.decorators.js";

@ContractSchema("GenerateExperienceRequest")
export class GenerateExperienceRequest implements Wire<"GenerateExperienceRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @NamedSourcesField()
  readonly source_refs!: readonly SourceReference[];

  @NamedArtifactsField()
  readonly artifact_refs!: readonly ArtifactReference[];

  @TargetField()
  readonly target?: ArtifactReference | null;

  @ReviewReasonField()
  readonly reason?: string | null;
}

@ContractSchema("GeneratedCandidateResponse")
export class GeneratedCandidateResponse implements Wire<"GeneratedCandidateResponse"> {
  @OneOf(["pending", "no_op"])
  readonly status!: "pending" | "no_op";

  @One(() => ArtifactCandidate, { nullable: true })
  readonly candidate!: ArtifactCandidate | null;
}
