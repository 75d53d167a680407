import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { One } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import { MemoryCitation } from "./memory-entry.dto.js";

@ContractSchema("GetMemoryEntryRequest")
export class GetMemoryEntryRequest implements Wire<"GetMemoryEntryRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @One(() => MemoryCitation)
  readonly citation!: MemoryCitation;
}
