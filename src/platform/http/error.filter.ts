import { type ArgumentsHost, Catch, type ExceptionFilter, HttpStatus } from "@nestjs/common";
import type { FastifyReply } from "fastify";

import type { ServerLog } from "../telemetry/server-log.js";
import { traceback } from "../telemetry/traceback.js";
import { errorBody, refusalFor, retryAfterSeconds, statusOf } from "./error-response.js";

/** Turns everything that is thrown while a request is answered into an ErrorResponse (RFC 0020 "Error contract"). */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly log: ServerLog) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const refusal = refusalFor(error);
    const status = statusOf(refusal.code);
    if (status >= HttpStatus.INTERNAL_SERVER_ERROR)
      this.log.error({ code: refusal.code, ...traceback(error) }, "request failed");
    else this.log.info({ code: refusal.code }, "request refused");

    const retryAfter = retryAfterSeconds(refusal.code);
    if (retryAfter !== undefined) void reply.header("retry-after", String(retryAfter));
    void reply.status(status).type("application/json; charset=utf-8").send(errorBody(refusal));
  }
}
