import { applyDecorators, HttpCode, type HttpStatus, type Type } from "@nestjs/common";
import { ApiOperation, ApiResponse } from "@nestjs/swagger";

export interface OperationOptions {
  /** The operationId of the contract. */
  readonly id: string;
  /** The status of success. */
  readonly status: HttpStatus;
  /** The body of success. */
  readonly answer: Type<unknown>;
}

/** Ties a handler to its operation in the contract: the id, and the status and body of success. */
export function Operation({ id, status, answer }: OperationOptions): MethodDecorator {
  return applyDecorators(ApiOperation({ operationId: id }), HttpCode(status), ApiResponse({ status, type: answer }));
}
