import { type ArgumentsHost, Catch, type ExceptionFilter } from "@nestjs/common";
import type { FastifyReply } from "fastify";

import { errorBody, refusalFor, retryAfterSeconds, statusOf } from "./error-response.js";
import type { RefusalLog } from "./refusal-log.js";

/** Turns everything that is thrown while a request is answered into an ErrorResponse (RFC 0020 "Error contract"). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly refusals: RefusalLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const refusal = refusalFor(error);
    this.refusals.write(error, refusal);

    const retryAfter = retryAfterSeconds(refusal.code);
    if (retryAfter !== undefined) void reply.header("retry-after", String(retryAfter));
    void reply.status(statusOf(refusal.code)).type("application/json; charset=utf-8").send(errorBody(refusal));
  }
}
