import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { One } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import { MemoryCitation } from "./memory-entry.dto.js";
import { ReasonField } from "./memory-fields.decorators.js";

@ContractSchema("RetireMemoryEntryRequest")
export class RetireMemoryEntryRequest implements Wire<"RetireMemoryEntryRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @One(() => MemoryCitation)
  readonly citation!: MemoryCitation;

  @ReasonField()
  readonly reason?: string | null;
}
