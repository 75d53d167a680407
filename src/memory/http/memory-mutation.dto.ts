import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { One } from "../../platform/http/dto/field.decorators.js";
import { ArtifactReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import { MemoryEntry } from "./memory-entry.dto.js";

@ContractSchema("MemoryMutationResponse")
export class MemoryMutationResponse implements Wire<"MemoryMutationResponse"> {
  @One(() => ArtifactReference)
  readonly memory!: ArtifactReference;

  @One(() => MemoryEntry)
  readonly entry!: MemoryEntry;
}
