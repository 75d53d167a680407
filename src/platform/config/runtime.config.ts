import type { Environment } from "./environment.js";

/** What the server does with what it has captured. */
export class RuntimeConfig {
  /** RUNTIME_SOURCE_WINDOW_LIMIT: Sources of one flush, 1..1000. */
  readonly sourceWindowLimit: number;
  /** RUNTIME_SCHEDULE_SECONDS, in milliseconds: how often journals are flushed. Undefined is never. */
  readonly scheduleMs: number | undefined;

  constructor(values: { readonly sourceWindowLimit: number; readonly scheduleMs: number | undefined }) {
    this.sourceWindowLimit = values.sourceWindowLimit;
    this.scheduleMs = values.scheduleMs;
  }

  static parse(environment: Environment): RuntimeConfig {
    const scheduleSeconds = environment.seconds("RUNTIME_SCHEDULE_SECONDS", { min: 0.1, max: 86_400 });
    return new RuntimeConfig({
      sourceWindowLimit: environment.integer("RUNTIME_SOURCE_WINDOW_LIMIT", { min: 1, max: 1_000, fallback: 100 }),
      scheduleMs: scheduleSeconds === undefined ? undefined : scheduleSeconds * 1_000,
    });
  }
}
