import { ContractSchema } from "../../platform/http/dto/contract-schema.decorator.js";
import { Int, OneOf, Text } from "../../platform/http/dto/field.decorators.js";
import { QueryField, ScopeIdField } from "../../platform/http/dto/shared-fields.decorators.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";

/** The most UTF-8 bytes of a Context Pack when the caller names no number. */
export const DEFAULT_MAX_BYTES = 8000;

@ContractSchema("PrepareContextRequest")
export class PrepareContextRequest implements Wire<"PrepareContextRequest"> {
  @ScopeIdField()
  readonly scope_id!: string;

  @QueryField()
  readonly query!: string;

  @Int(512, 32_768, { default: DEFAULT_MAX_BYTES })
  readonly max_bytes?: number;
}

@ContractSchema("PreparedContext")
export class PreparedContext implements Wire<"PreparedContext"> {
  @OneOf(["powercontext.prepared-context.v1"])
  readonly schema!: "powercontext.prepared-context.v1";

  @OneOf(["ready", "empty"])
  readonly status!: "ready" | "empty";

  @Text({ nullable: true })
  readonly content!: string | null;

  @Int(0)
  readonly content_bytes!: number;
}
