import type { Environment } from "./environment.js";

export type LogLevel = "debug" | "info" | "warning" | "error" | "critical";
export type LogFormat = "console" | "json";

/** What is logged. Queries, texts, citations, scope ids and tokens never are. */
export class LoggingConfig {
  /** LOGGING_LEVEL: the least severe level written. */
  readonly level: LogLevel;
  /** LOGGING_FORMAT: lines for people, or one JSON object a line. */
  readonly format: LogFormat;
  /** LOGGING_ACCESS: one line for each request. */
  readonly access: boolean;

  constructor(values: { readonly level: LogLevel; readonly format: LogFormat; readonly access: boolean }) {
    this.level = values.level;
    this.format = values.format;
    this.access = values.access;
  }

  static parse(environment: Environment): LoggingConfig {
    return new LoggingConfig({
      level: environment.choice("LOGGING_LEVEL", ["debug", "info", "warning", "error", "critical"], "info"),
      format: environment.choice("LOGGING_FORMAT", ["console", "json"], "console"),
      access: environment.flag("LOGGING_ACCESS", true),
    });
  }
}
