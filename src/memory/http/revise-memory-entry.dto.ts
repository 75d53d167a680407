import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { One } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import { MemoryCitation } from "./memory-entry.dto.js";
import { EntryTextField, KindField, ReasonField } from "./memory-fields.decorators.js";

@ContractSchema("ReviseMemoryEntryRequest")
export class ReviseMemoryEntryRequest implements Wire<"ReviseMemoryEntryRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @One(() => MemoryCitation)
  readonly citation!: MemoryCitation;

  @KindField()
  readonly kind!: string;

  @EntryTextField()
  readonly text!: string;

  @ReasonField()
  readonly reason?: string | null;
}
