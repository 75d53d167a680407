import { applyDecorators, HttpCode, type HttpStatus, type Type } from "@nestjs/common";
import { RouteConfig } from "@nestjs/platform-fastify";
import { ApiOperation, ApiResponse } from "@nestjs/swagger";

import type { LaneName } from "../guards/request-guards.js";

export interface OperationOptions {
  /** The operationId of the contract. */
  readonly id: string;
  /** The status of success. */
  readonly status: HttpStatus;
  /** The body of success. */
  readonly answer: Type<unknown>;
  /** It may wait for a model, and queues only with others that do. */
  readonly waitsForModel?: true;
}

/** Ties a handler to its operation in the contract: the id, and the status and body of success. */
export function Operation({ id, status, answer, waitsForModel }: OperationOptions): MethodDecorator {
  return applyDecorators(
    ApiOperation({ operationId: id }),
    HttpCode(status),
    ApiResponse({ status, type: answer }),
    ...(waitsForModel === true ? [RouteConfig({ lane: "model" satisfies LaneName })] : []),
  );
}
