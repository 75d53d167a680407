import { ContractSchema } from "../platform/http/dto/contract-schema.decorator.js";
import { MapTo, OneOf } from "../platform/http/dto/field.decorators.js";
import type { Wire } from "../platform/http/wire/wire.types.js";

@ContractSchema("ReadinessResponse")
export class ReadinessResponse implements Wire<"ReadinessResponse"> {
  @OneOf(["ready", "degraded", "not_ready"])
  readonly status!: "ready" | "degraded" | "not_ready";

  @MapTo(["ready", "unavailable", "timeout", "misconfigured", "not_ready"])
  readonly checks!: Wire<"ReadinessResponse">["checks"];
}
