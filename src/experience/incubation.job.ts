import { Injectable } from "@nestjs/common";

import { ScheduleTools, WindowScheduleJob } from "../source/index.js";
import { IncubationService } from "./incubation.service.js";
import { ExperienceSchedule } from "./ports/experience-schedule.port.js";

const COUNTERS = {
  windows: "incubation_windows",
  sources: "incubation_sources",
  failures: "incubation_failures",
} as const;

/** Reads the scopes that are due for Experience, by a cursor of its own: flushes neither wait for it nor move it. */
@Injectable()
export class IncubationJob extends WindowScheduleJob {
  constructor({ intervalMs }: ExperienceSchedule, tools: ScheduleTools, incubation: IncubationService) {
    const process = incubation.incubate.bind(incubation);
    super(
      { name: "experience.incubation", intervalMs, reading: { binding: "experience", counters: COUNTERS, process } },
      tools,
    );
  }
}
