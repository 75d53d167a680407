import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";
import pretty from "pino-pretty";

import type { LoggingConfig, LogLevel } from "../config/logging.config.js";
import { currentRequestId } from "./request-context.js";

/** Structured lines on standard output. Fields are operations, statuses and durations; never what a caller sent or stored. */
export type ServerLog = Logger;

const STANDARD_OUTPUT = 1;

const PINO_LEVELS = {
  debug: "debug",
  info: "info",
  warning: "warn",
  error: "error",
  critical: "fatal",
} as const satisfies Record<LogLevel, string>;

const LABELS: Readonly<Record<string, string>> = {
  trace: "DEBUG",
  debug: "DEBUG",
  info: "INFO",
  warn: "WARNING",
  error: "ERROR",
  fatal: "CRITICAL",
};

export function openLog(config: LoggingConfig): ServerLog {
  return pino(
    {
      level: PINO_LEVELS[config.level],
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: config.format === "json" ? { level: (label) => ({ level: LABELS[label] ?? label }) } : {},
      mixin: () => {
        const requestId = currentRequestId();
        return requestId === undefined ? {} : { request_id: requestId };
      },
    },
    destination(config),
  );
}

/** Written synchronously, so that the last lines before an exit are not lost. */
function destination(config: LoggingConfig): DestinationStream {
  if (config.format === "json") return pino.destination({ dest: STANDARD_OUTPUT, sync: true });
  return pretty({
    destination: STANDARD_OUTPUT,
    sync: true,
    colorize: process.stdout.isTTY,
    singleLine: true,
    translateTime: "SYS:yyyy-mm-dd HH:MM:ss.l",
  });
}
