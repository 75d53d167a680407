import type { LoggerService } from "@nestjs/common";

import type { ServerLog } from "./server-log.js";
import { traceback } from "./traceback.js";

/** What the framework tells at each start is of interest to its developers only. */
const FRAMEWORK = new Set([
  "NestFactory",
  "InstanceLoader",
  "RoutesResolver",
  "RouterExplorer",
  "NestApplication",
  "NestMicroservice",
]);

/** Reports the error of a failed start before it is thrown to main.ts, which reports it again, for people. */
const REPORTED_ELSEWHERE = "ExceptionHandler";

/** Lets the framework and `new Logger(context)` write to the server's log. */
export class NestLog implements LoggerService {
  constructor(private readonly server: ServerLog) {}

  log(message: unknown, ...rest: readonly unknown[]): void {
    const component = contextOf(rest);
    if (FRAMEWORK.has(component)) this.server.debug({ component }, textOf(message));
    else this.server.info({ component }, textOf(message));
  }

  error(message: unknown, ...rest: readonly unknown[]): void {
    const component = contextOf(rest);
    if (component === REPORTED_ELSEWHERE) return;
    const error = [message, ...rest].find((part) => part instanceof Error);
    this.server.error({ component, ...(error === undefined ? {} : traceback(error)) }, textOf(message));
  }

  warn(message: unknown, ...rest: readonly unknown[]): void {
    this.server.warn({ component: contextOf(rest) }, textOf(message));
  }

  debug(message: unknown, ...rest: readonly unknown[]): void {
    this.server.debug({ component: contextOf(rest) }, textOf(message));
  }

  verbose(message: unknown, ...rest: readonly unknown[]): void {
    this.server.trace({ component: contextOf(rest) }, textOf(message));
  }

  fatal(message: unknown, ...rest: readonly unknown[]): void {
    this.server.fatal({ component: contextOf(rest) }, textOf(message));
  }
}

/** The framework passes the context as the last argument, behind an optional stack. */
function contextOf(rest: readonly unknown[]): string {
  const last = rest.at(-1);
  return typeof last === "string" ? last : "server";
}

function textOf(message: unknown): string {
  return typeof message === "string" ? message : "An error occurred.";
}
