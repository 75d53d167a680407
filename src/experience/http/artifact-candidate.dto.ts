import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { Ident, Many, One, OneOf, Text } from "../../platform/http/dto/field.decorators.js";
import { ArtifactReference, SourceReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import { ExperienceProposal } from "./experience-artifact.dto.js";
import { CandidateVersionField } from "./experience-fields.decorators.js";

@ContractSchema("ArtifactCandidate")
export class ArtifactCandidate implements Wire<"ArtifactCandidate"> {
  @Ident()
  readonly candidate_id!: string;

  @CandidateVersionField()
  readonly version!: number;

  @OneOf(["experience", "skill"])
  readonly family!: "experience" | "skill";

  @OneOf(["pending", "approved", "rejected"])
  readonly status!: "pending" | "approved" | "rejected";

  @One(() => ExperienceProposal)
  readonly proposal!: ExperienceProposal;

  @Many(() => SourceReference)
  readonly source_refs!: readonly SourceReference[];

  @Many(() => ArtifactReference)
  readonly artifact_refs!: readonly ArtifactReference[];

  @One(() => ArtifactReference, { nullable: true })
  readonly target!: ArtifactReference | null;

  @Text({ nullable: true })
  readonly reason!: string | null;

  @One(() => ArtifactReference, { nullable: true })
  readonly result_artifact!: ArtifactReference | null;

  @Text({ nullable: true })
  readonly decision_reason!: string | null;
}
