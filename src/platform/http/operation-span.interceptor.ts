import type { CallHandler, ExecutionContext, NestInterceptor } from "@nestjs/common";
import type { FastifyRequest } from "fastify";
import { from, lastValueFrom, type Observable } from "rxjs";

import type { Tracer } from "../../kernel/tracer.port.js";

/** Records each operation from its arguments to its answer, without what the transport does before and after. */
export class OperationSpans implements NestInterceptor {
  constructor(private readonly tracer: Tracer) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return request.observed.traceId === undefined
      ? next.handle()
      : traceOperation(this.tracer, request.observed.operation, next);
  }
}

/** @param operation an operationId of the contract */
export function traceOperation(tracer: Tracer, operation: string, next: CallHandler): Observable<unknown> {
  if (!tracer.isOn) return next.handle();
  return from(tracer.trace({ name: operation }, () => lastValueFrom(next.handle())));
}
