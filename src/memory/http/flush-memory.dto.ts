import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { Int, One, OneOf } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import { ArtifactReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";

@ContractSchema("FlushMemoryRequest")
export class FlushMemoryRequest implements Wire<"FlushMemoryRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;
}

@ContractSchema("FlushMemoryResponse")
export class FlushMemoryResponse implements Wire<"FlushMemoryResponse"> {
  @OneOf(["idle", "processed"])
  readonly status!: "idle" | "processed";

  @Int(0)
  readonly previous_cursor!: number;

  @Int(0)
  readonly current_cursor!: number;

  @Int(0)
  readonly high_watermark!: number;

  @Int(0)
  readonly processed_source_count!: number;

  @One(() => ArtifactReference, { nullable: true })
  readonly memory!: ArtifactReference | null;
}
