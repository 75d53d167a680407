import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { Int, One } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import { ArtifactReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import { MemoryEntry } from "./memory-entry.dto.js";
import { EntryTextField, KindField, ReasonField } from "./memory-fields.decorators.js";

@ContractSchema("RememberMemoryRequest")
export class RememberMemoryRequest implements Wire<"RememberMemoryRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @KindField()
  readonly kind!: string;

  @EntryTextField()
  readonly text!: string;

  @ReasonField()
  readonly reason?: string | null;

  @Int(1, Number.MAX_SAFE_INTEGER, { optional: true, nullable: true })
  readonly expected_revision?: number | null;
}

@ContractSchema("RememberMemoryResponse")
export class RememberMemoryResponse implements Wire<"RememberMemoryResponse"> {
  @One(() => ArtifactReference)
  readonly memory!: ArtifactReference;

  @One(() => MemoryEntry, { nullable: true })
  readonly entry!: MemoryEntry | null;
}
