import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { CodePoints, Int, One, OneOf, OpenObject } from "../../platform/http/dto/field.decorators.js";
import { ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import { SourceReference } from "../../platform/http/wire/references.dto.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import type { JsonObject } from "../domain/source.types.js";
import { Metadata } from "./metadata.decorator.js";

@ContractSchema("CaptureContentSourceRequest")
export class CaptureContentSourceRequest implements Wire<"CaptureContentSourceRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @CodePoints(1, 256, { notBlank: true })
  readonly source_id!: string;

  @CodePoints(1, 200_000, { notBlank: true })
  readonly content!: string;

  @OpenObject({ optional: true, nullable: true })
  @Metadata()
  readonly metadata?: JsonObject | null;
}

@ContractSchema("CaptureContentSourceResponse")
export class CaptureContentSourceResponse implements Wire<"CaptureContentSourceResponse"> {
  @OneOf(["accepted"])
  readonly status!: "accepted";

  @One(() => SourceReference)
  readonly source!: SourceReference;

  @Int(1)
  readonly position!: number;
}
