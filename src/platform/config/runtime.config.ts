import type { Environment } from "./environment.js";

/** What the server does with what it has captured. */
export class RuntimeConfig {
  /** RUNTIME_SOURCE_WINDOW_LIMIT: Sources of one flush, 1..1000. */
  readonly sourceWindowLimit: number;
  /** RUNTIME_SCHEDULE_SECONDS, in milliseconds: how often journals are flushed. Undefined is never. */
  readonly scheduleMs: number | undefined;
  /** RUNTIME_EXPERIENCE_SCHEDULE_SECONDS, in milliseconds: how often they are read for Experience. Undefined is never. */
  readonly experienceScheduleMs: number | undefined;

  constructor(values: RuntimeConfig) {
    this.sourceWindowLimit = values.sourceWindowLimit;
    this.scheduleMs = values.scheduleMs;
    this.experienceScheduleMs = values.experienceScheduleMs;
  }

  static parse(environment: Environment): RuntimeConfig {
    return new RuntimeConfig({
      sourceWindowLimit: environment.integer("RUNTIME_SOURCE_WINDOW_LIMIT", { min: 1, max: 1_000, fallback: 100 }),
      scheduleMs: scheduleMs(environment, "RUNTIME_SCHEDULE_SECONDS"),
      experienceScheduleMs: scheduleMs(environment, "RUNTIME_EXPERIENCE_SCHEDULE_SECONDS"),
    });
  }
}

function scheduleMs(environment: Environment, name: string): number | undefined {
  const seconds = environment.seconds(name, { min: 0.1, max: 86_400 });
  return seconds === undefined ? undefined : seconds * 1_000;
}
