import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { Ident, Int, Many, One, OneOf, Text } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import { ArtifactReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import type { ChangeOp } from "../domain/memory.types.js";

@ContractSchema("ListMemoryChangesRequest")
export class ListMemoryChangesRequest implements Wire<"ListMemoryChangesRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @Int(0, Number.MAX_SAFE_INTEGER, { optional: true, nullable: true })
  readonly since_revision?: number | null;
}

@ContractSchema("EntryChange")
export class EntryChange implements Wire<"EntryChange"> {
  @OneOf(["add", "revise", "deactivate", "reactivate"])
  readonly op!: ChangeOp;

  @Ident()
  readonly entry_id!: string;

  @Ident({ nullable: true })
  readonly from_entry_version_id!: string | null;

  @Ident({ nullable: true })
  readonly to_entry_version_id!: string | null;

  @Text({ nullable: true })
  readonly reason!: string | null;
}

@ContractSchema("MemoryRevisionChanges")
export class MemoryRevisionChanges implements Wire<"MemoryRevisionChanges"> {
  @One(() => ArtifactReference)
  readonly memory_ref!: ArtifactReference;

  @Many(() => EntryChange)
  readonly changes!: readonly EntryChange[];
}

@ContractSchema("ListMemoryChangesResponse")
export class ListMemoryChangesResponse implements Wire<"ListMemoryChangesResponse"> {
  @One(() => ArtifactReference, { nullable: true })
  readonly memory!: ArtifactReference | null;

  @Many(() => MemoryRevisionChanges)
  readonly revisions!: readonly MemoryRevisionChanges[];
}
