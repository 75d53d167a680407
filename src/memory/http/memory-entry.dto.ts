import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { Ident, Int, Many, One, OneOf } from "../../platform/http/dto/field.decorators.js";
import { ArtifactReference, SourceReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import type { EntryState } from "../domain/memory.types.js";
import { EntryTextField, KindField } from "./memory-fields.decorators.js";

@ContractSchema("MemoryCitation")
export class MemoryCitation implements Wire<"MemoryCitation"> {
  @One(() => ArtifactReference)
  readonly memory_ref!: ArtifactReference;

  @Ident()
  readonly entry_id!: string;

  @Ident()
  readonly entry_version_id!: string;
}

@ContractSchema("MemoryEntry")
export class MemoryEntry implements Wire<"MemoryEntry"> {
  @One(() => MemoryCitation)
  readonly citation!: MemoryCitation;

  @Int(1)
  readonly version!: number;

  @KindField()
  readonly kind!: string;

  @EntryTextField()
  readonly text!: string;

  @OneOf(["active", "inactive"])
  readonly state!: EntryState;

  @Many(() => SourceReference, { uniqueItems: true })
  readonly source_refs!: readonly SourceReference[];

  @Many(() => ArtifactReference, { uniqueItems: true })
  readonly artifact_refs!: readonly ArtifactReference[];
}
