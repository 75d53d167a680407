import { ContractSchema } from "../dto/contract-schema.decorator.js";
import { CodePoints, Ident, Int } from "../dto/field.decorators.js";
import type { Wire } from "./wire.types.js";

@ContractSchema("ArtifactReference")
export class ArtifactReference implements Wire<"ArtifactReference"> {
  @Ident()
  readonly family!: string;

  @Ident()
  readonly artifact_id!: string;

  @Int(1)
  readonly revision!: number;
}

@ContractSchema("SourceReference")
export class SourceReference implements Wire<"SourceReference"> {
  @CodePoints(1, Number.MAX_SAFE_INTEGER)
  readonly name!: string;

  @CodePoints(1, 256)
  readonly source_id!: string;
}
