import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { CodePoints, Int, Many, OneOf, Text } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import { ArtifactCandidate } from "./artifact-candidate.dto.js";

export const DEFAULT_STATUS = "pending";
export const DEFAULT_LIMIT = 50;

@ContractSchema("ListArtifactCandidatesRequest")
export class ListArtifactCandidatesRequest implements Wire<"ListArtifactCandidatesRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @OneOf(["pending", "approved", "rejected"], { default: DEFAULT_STATUS })
  readonly status?: "pending" | "approved" | "rejected";

  @OneOf(["experience", "skill"], { optional: true, nullable: true })
  readonly family?: "experience" | "skill" | null;

  @CodePoints(1, 128, { optional: true, nullable: true })
  readonly cursor?: string | null;

  @Int(1, 100, { default: DEFAULT_LIMIT })
  readonly limit?: number;
}

@ContractSchema("ListArtifactCandidatesResponse")
export class ListArtifactCandidatesResponse implements Wire<"ListArtifactCandidatesResponse"> {
  @Many(() => ArtifactCandidate)
  readonly candidates!: readonly ArtifactCandidate[];

  @Text({ nullable: true })
  readonly next_cursor!: string | null;
}
