import { Injectable } from "@nestjs/common";

import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { HeldScopes, SourceCursors } from "../source/index.js";
import { FlushSchedule } from "./ports/flush-schedule.port.js";

@Injectable()
export class HeldFlushes extends HeldScopes {
  constructor(schedule: FlushSchedule, unitOfWork: UnitOfWork, cursors: SourceCursors) {
    const isScheduled = schedule.intervalMs !== undefined;
    super({ binding: "memory", isScheduled }, unitOfWork, cursors);
  }
}
