import { HttpStatus } from "@nestjs/common";

import type { DomainError } from "../../kernel/domain-error.js";
import type { ServerLog } from "../telemetry/server-log.js";
import { traceback } from "../telemetry/traceback.js";
import { statusOf } from "./error-response.js";

/**
 * What the log says of a request that was not done: what callers do wrong at info, what fails here as an error. That there is
 * too much to do is a warning, and without its place in the code: it comes thousands of times at once.
 */
export class RefusalLog {
  constructor(private readonly log: ServerLog) {}

  /** @param error what was thrown @param refusal what the caller is told of it */
  write(error: unknown, refusal: DomainError): void {
    const { code } = refusal;
    if (error === refusal && code === "overloaded") {
      this.log.warn({ code }, "request refused");
      return;
    }
    if (statusOf(code) >= HttpStatus.INTERNAL_SERVER_ERROR)
      this.log.error({ code, ...traceback(error) }, "request failed");
    else this.log.info({ code }, "request refused");
  }
}
