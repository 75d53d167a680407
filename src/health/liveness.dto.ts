import { ContractSchema } from "../platform/http/dto/contract-schema.decorator.js";
import { OneOf } from "../platform/http/dto/field.decorators.js";
import type { Wire } from "../platform/http/wire/wire.types.js";

@ContractSchema("LivenessResponse")
export class LivenessResponse implements Wire<"LivenessResponse"> {
  @OneOf(["ok"])
  readonly status!: "ok";
}
