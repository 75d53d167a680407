import { Injectable } from "@nestjs/common";

import { DomainError, type ErrorCode } from "../kernel/domain-error.js";
import { IdGenerator } from "../kernel/id-generator.port.js";
import { Meter } from "../kernel/meter.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { SourceCursors, type DueScope } from "../source/index.js";
import { retryDelayMs } from "./domain/flush-schedule.policy.js";
import type { FlushResult } from "./domain/flush.types.js";
import { FlushService } from "./flush.service.js";

const BINDING = "memory";
const MODEL_FAILURES: ReadonlySet<ErrorCode> = new Set(["inference_timeout", "inference_unavailable"]);

/**
 * What became of a due scope.
 *
 * - `processed`  a window is done, and the next may be had
 * - `drained`    nothing is pending: the scope rests until its next capture
 * - `left`       somebody else has it, or it failed; it is due again later
 * - `no_model`   it failed because the model could not be had or understood, and is due again later
 */
export type ScheduledOutcome = "processed" | "drained" | "left" | "no_model";

/** Flushes scopes for the schedule, a window at a time. */
@Injectable()
export class ScheduledWindows {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly cursors: SourceCursors,
    private readonly flushes: FlushService,
    private readonly ids: IdGenerator,
    private readonly meter: Meter,
  ) {}

  /** Longest due first, without those that some process has in hand. */
  due(limit: number): Promise<readonly DueScope[]> {
    return this.cursors.due(this.unitOfWork.reader, BINDING, limit);
  }

  async flush(due: DueScope, signal: AbortSignal): Promise<ScheduledOutcome> {
    try {
      const result = await this.flushes.flush(due.scopeId, {
        signal,
        whenHeld: "skip",
        retryInMs: (failures) => retryDelayMs(failures, this.chance()),
      });
      return await this.outcomeOf(due, result);
    } catch (error) {
      if (signal.aborted) return "left";
      this.meter.count("schedule_failures");
      return error instanceof DomainError && MODEL_FAILURES.has(error.code) ? "no_model" : "left";
    }
  }

  private async outcomeOf({ scope }: DueScope, result: FlushResult): Promise<ScheduledOutcome> {
    if (result.kind === "processed") {
      this.meter.count("schedule_windows");
      this.meter.count("schedule_sources", result.sources);
      if (result.currentCursor < result.highWatermark) return "processed";
    } else if (result.cursor < result.highWatermark) {
      return "left";
    }
    await this.unitOfWork.run((tx) => this.cursors.rest(tx, scope, BINDING));
    return "drained";
  }

  /** 0..1 */
  private chance(): number {
    return this.ids.next().readUInt32BE() / 0xffff_ffff;
  }
}
