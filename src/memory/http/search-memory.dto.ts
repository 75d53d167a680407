import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { Int, Many, ManyOf, Num, One, OneOf } from "../../platform/http/dto/field.decorators.js";
import { QueryField, ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import { ArtifactReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import type { SearchMode, SearchRequestMode } from "../domain/memory.types.js";
import { MemoryCitation } from "./memory-entry.dto.js";
import { EntryTextField } from "./memory-fields.decorators.js";

export const DEFAULT_LIMIT = 10;
export const DEFAULT_MODE = "auto";

@ContractSchema("SearchMemoryRequest")
export class SearchMemoryRequest implements Wire<"SearchMemoryRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @QueryField()
  readonly query!: string;

  @Int(1, 50, { default: DEFAULT_LIMIT })
  readonly limit?: number;

  @OneOf(["auto", "fts", "vector", "hybrid"], { default: DEFAULT_MODE })
  readonly mode?: SearchRequestMode;
}

@ContractSchema("MemoryHit")
export class MemoryHit implements Wire<"MemoryHit"> {
  @One(() => MemoryCitation)
  readonly citation!: MemoryCitation;

  @EntryTextField()
  readonly text!: string;

  @Num(0, 1)
  readonly score!: number;

  @ManyOf(["fts", "vector"], { minItems: 1, uniqueItems: true })
  readonly matched_by!: readonly ("fts" | "vector")[];
}

@ContractSchema("SearchMemoryResponse")
export class SearchMemoryResponse implements Wire<"SearchMemoryResponse"> {
  @One(() => ArtifactReference, { nullable: true })
  readonly memory!: ArtifactReference | null;

  @OneOf(["fts", "vector", "hybrid"], { nullable: true })
  readonly mode!: SearchMode | null;

  @Many(() => MemoryHit)
  readonly hits!: readonly MemoryHit[];
}
