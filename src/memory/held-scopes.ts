import { Injectable } from "@nestjs/common";

import { type CheckState, ReadinessCheck } from "../kernel/readiness-check.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { SourceCursors } from "../source/index.js";
import { failuresWhenHeld } from "./domain/flush-schedule.policy.js";
import { FlushLimits } from "./ports/flush-limits.port.js";
import { FlushSchedule } from "./ports/flush-schedule.port.js";

/** No metric needs to know of more. */
const MOST_COUNTED = 1_000;

/** Scopes whose next Source alone fails again and again: they are tried on, and a person should look. The check `schedule`. */
@Injectable()
export class HeldScopes extends ReadinessCheck {
  constructor(
    private readonly schedule: FlushSchedule,
    private readonly limits: FlushLimits,
    private readonly unitOfWork: UnitOfWork,
    private readonly cursors: SourceCursors,
  ) {
    super();
  }

  /** Counted up to a thousand. */
  count(atMost = MOST_COUNTED): Promise<number> {
    const failures = failuresWhenHeld(this.limits.sourcesInWindow);
    return this.cursors.countFailing(this.unitOfWork.reader, "memory", failures, atMost);
  }

  override async state(): Promise<CheckState | undefined> {
    if (this.schedule.intervalMs === undefined) return undefined;
    return (await this.count(1)) === 0 ? "ready" : "not_ready";
  }
}
