import { ContractSchema } from "../platform/http/dto/contract-schema.decorator.js";
import { Flag, ManyOf } from "../platform/http/dto/field.decorators.js";
import type { Wire } from "../platform/http/wire/wire.types.js";

@ContractSchema("CapabilitiesResponse")
export class CapabilitiesResponse implements Wire<"CapabilitiesResponse"> {
  @ManyOf(["content"])
  readonly source_types!: readonly "content"[];

  @ManyOf(["memory", "experience"])
  readonly artifact_families!: readonly ("memory" | "experience")[];

  @Flag()
  readonly memory_extraction!: boolean;

  @Flag()
  readonly experience_generation!: boolean;

  @Flag()
  readonly managed_skill_generation!: boolean;

  @Flag()
  readonly external_skill_registry!: boolean;

  @Flag()
  readonly handoff_generation!: boolean;

  @ManyOf(["auto", "fts", "vector", "hybrid"])
  readonly search_modes!: readonly ("auto" | "fts" | "vector" | "hybrid")[];

  @ManyOf(["powercontext.prepared-context.v1"], { minItems: 1, maxItems: 1 })
  readonly context_versions!: readonly "powercontext.prepared-context.v1"[];
}
