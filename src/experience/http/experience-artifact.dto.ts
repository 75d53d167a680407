import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { Many, One } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import { ArtifactReference, SourceReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import { ProposalTextField } from "./experience-fields.decorators.js";

@ContractSchema("ExperienceProposal")
export class ExperienceProposal implements Wire<"ExperienceProposal"> {
  @ProposalTextField()
  readonly situation!: string;

  @ProposalTextField()
  readonly action!: string;

  @ProposalTextField()
  readonly outcome!: string;

  @ProposalTextField()
  readonly lesson!: string;
}

@ContractSchema("GetExperienceRequest")
export class GetExperienceRequest implements Wire<"GetExperienceRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @One(() => ArtifactReference)
  readonly artifact!: ArtifactReference;
}

@ContractSchema("ExperienceArtifact")
export class ExperienceArtifact implements Wire<"ExperienceArtifact"> {
  @One(() => ArtifactReference)
  readonly artifact!: ArtifactReference;

  @One(() => ExperienceProposal)
  readonly content!: ExperienceProposal;

  @Many(() => SourceReference)
  readonly source_refs!: readonly SourceReference[];

  @Many(() => ArtifactReference)
  readonly artifact_refs!: readonly ArtifactReference[];
}
