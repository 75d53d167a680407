import { Injectable } from "@nestjs/common";

import { ScheduleTools, WindowScheduleJob } from "../source/index.js";
import { FlushService } from "./flush.service.js";
import { FlushSchedule } from "./ports/flush-schedule.port.js";

const COUNTERS = { windows: "schedule_windows", sources: "schedule_sources", failures: "schedule_failures" } as const;

/** Flushes the scopes that are due. */
@Injectable()
export class FlushScheduleJob extends WindowScheduleJob {
  constructor({ intervalMs }: FlushSchedule, tools: ScheduleTools, flushes: FlushService) {
    const process = flushes.flush.bind(flushes);
    super({ name: "memory.flush", intervalMs, reading: { binding: "memory", counters: COUNTERS, process } }, tools);
  }
}
