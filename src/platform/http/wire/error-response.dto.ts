import { ERROR_CODES, type ErrorCode, type ErrorDetails } from "../../../kernel/domain-error.js";
import { ContractSchema } from "../dto/contract-schema.decorator.js";
import { One, OneOf, OpenObject, Text } from "../dto/field.decorators.js";
import type { Wire } from "./wire.types.js";

@ContractSchema("ErrorBody")
export class ErrorBody implements Wire<"ErrorBody"> {
  @OneOf(ERROR_CODES)
  readonly code!: ErrorCode;

  @Text()
  readonly message!: string;

  @OpenObject({ nullable: true })
  readonly details!: ErrorDetails | null;
}

@ContractSchema("ErrorResponse")
export class ErrorResponse implements Wire<"ErrorResponse"> {
  @One(() => ErrorBody)
  readonly error!: ErrorBody;
}
