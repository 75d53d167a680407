import { Injectable } from "@nestjs/common";

import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { HeldScopes, SourceCursors } from "../source/index.js";
import { ExperienceSchedule } from "./ports/experience-schedule.port.js";

@Injectable()
export class HeldIncubations extends HeldScopes {
  constructor(schedule: ExperienceSchedule, unitOfWork: UnitOfWork, cursors: SourceCursors) {
    const isScheduled = schedule.intervalMs !== undefined;
    super({ binding: "experience", isScheduled }, unitOfWork, cursors);
  }
}
