import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { Flag, Many, One } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import { ArtifactReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import { MemoryEntry } from "./memory-entry.dto.js";

export const DEFAULT_INCLUDE_INACTIVE = false;

@ContractSchema("ListMemoryEntriesRequest")
export class ListMemoryEntriesRequest implements Wire<"ListMemoryEntriesRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @Flag({ default: DEFAULT_INCLUDE_INACTIVE })
  readonly include_inactive?: boolean;
}

@ContractSchema("ListMemoryEntriesResponse")
export class ListMemoryEntriesResponse implements Wire<"ListMemoryEntriesResponse"> {
  @One(() => ArtifactReference, { nullable: true })
  readonly memory!: ArtifactReference | null;

  @Many(() => MemoryEntry)
  readonly entries!: readonly MemoryEntry[];
}
