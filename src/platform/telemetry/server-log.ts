import { pino } from "pino";
import type { DestinationStream, Logger } from "pino";
import pretty from "pino-pretty";

import type { LogFormat, LoggingConfig, LogLevel } from "../config/logging.config.js";
import { currentRequestId } from "./request-context.js";
import { currentSpan } from "./span-context.js";

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
        const span = currentSpan();
        return {
          ...(requestId === undefined ? {} : { request_id: requestId }),
          ...(span === undefined ? {} : { trace_id: span.traceId }),
        };
      },
    },
    destination(config),
  );
}

/** How long a line may wait for others, and how many bytes of them make it go at once. */
const FLUSH_MS = 100;
const FLUSH_BYTES = 4_096;

/** One for a process, however many logs are opened in it. */
const destinations = new Map<LogFormat, DestinationStream>();

function destination({ format }: LoggingConfig): DestinationStream {
  const stream = destinations.get(format) ?? OPENERS[format]();
  destinations.set(format, stream);
  return stream;
}

const OPENERS: Readonly<Record<LogFormat, () => DestinationStream>> = {
  json: bufferedOutput,
  console: () =>
    pretty({
      destination: bufferedOutput(),
      colorize: process.stdout.isTTY,
      singleLine: true,
      translateTime: "SYS:yyyy-mm-dd HH:MM:ss.l",
    }),
};

/** Lines are written a few at a time, because a system call a request is a tenth of what a request costs. */
function bufferedOutput(): ReturnType<typeof pino.destination> {
  const output = pino.destination({ dest: STANDARD_OUTPUT, sync: false, minLength: FLUSH_BYTES });
  setInterval(() => {
    output.flush();
  }, FLUSH_MS).unref();
  // The last lines before an end tell why it came.
  process.once("exit", () => {
    output.flushSync();
  });
  return output;
}
