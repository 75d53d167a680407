import { type CallHandler, type ExecutionContext, Injectable, type NestInterceptor } from "@nestjs/common";
import { catchError, map, type Observable, of } from "rxjs";

import { NO_TRACER, Tracer } from "../kernel/tracer.port.js";
import { refusalFor, statusOf } from "../platform/http/error-response.js";
import { outcomeOf } from "../platform/http/observed-call.js";
import { traceOperation } from "../platform/http/operation-span.interceptor.js";
import { RefusalLog } from "../platform/http/refusal-log.js";
import { type ToolCall, toolCallOf } from "./tool-call.js";
import { type ToolResult, toolResult } from "./tool-catalog.js";
import { toolRefusal } from "./tool-refusal.js";

/** Turns what a tool returns, and whatever is thrown on the way, into a result of the protocol. */
@Injectable()
export class ToolAnswers implements NestInterceptor<unknown, ToolResult> {
  constructor(
    private readonly refusals: RefusalLog,
    private readonly tracer: Tracer = NO_TRACER,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<ToolResult> {
    const call = toolCallOf(context);
    return traceOperation(this.tracer, call.tool, next).pipe(
      map((answer: unknown) => toolResult(call.tool, answer)),
      catchError((error: unknown) => of(this.refused(call, error))),
    );
  }

  private refused(call: ToolCall, error: unknown): ToolResult {
    const refusal = refusalFor(error);
    this.refusals.write(error, refusal);
    call.observed.endsWith(outcomeOf(statusOf(refusal.code)));
    return toolRefusal(refusal);
  }
}
