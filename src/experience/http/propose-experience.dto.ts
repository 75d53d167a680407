import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { One } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import type { ArtifactReference, SourceReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import { ExperienceProposal } from "./experience-artifact.dto.js";
import {
  NamedArtifactsField,
  NamedSourcesField,
  ReviewReasonField,
  TargetField,
} from "./experience-fields.decorators.js";

@ContractSchema("ProposeExperienceRequest")
export class ProposeExperienceRequest implements Wire<"ProposeExperienceRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

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
