import { Injectable } from "@nestjs/common";

import { DomainError, type ErrorCode } from "../kernel/domain-error.js";
import { IdGenerator } from "../kernel/id-generator.port.js";
import type { ScopeId } from "../kernel/ids.js";
import { type CounterName, Meter } from "../kernel/meter.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { retryDelayMs } from "./domain/window-schedule.policy.js";
import type { IdleWindow, ProcessedWindow, WindowOptions } from "./domain/window.types.js";
import { SourceCursors, type CursorBinding, type CursorHealth, type DueScope } from "./ports/source-cursors.port.js";

const MODEL_FAILURES: ReadonlySet<ErrorCode> = new Set(["inference_timeout", "inference_unavailable"]);

/** What a schedule does with due scopes. */
export interface ScheduledReading {
  readonly binding: CursorBinding;
  /** What processed windows, their Sources and failed windows are counted as. */
  readonly counters: { readonly windows: CounterName; readonly sources: CounterName; readonly failures: CounterName };
  /** Processes the next window of a scope. */
  process(scopeId: ScopeId, options: WindowOptions): Promise<IdleWindow | ProcessedWindow>;
}

/**
 * What became of a due scope.
 *
 * - `processed`  a window is done, and the next may be had
 * - `drained`    nothing is pending: the scope rests until its next capture
 * - `left`       somebody else has it, or it failed; it is due again later
 * - `no_model`   it failed because the model could not be had or understood, and is due again later
 */
export type ScheduledOutcome = "processed" | "drained" | "left" | "no_model";

/** Reads due scopes for a schedule, a window at a time. */
@Injectable()
export class ScheduledWindows {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly cursors: SourceCursors,
    private readonly ids: IdGenerator,
    private readonly meter: Meter,
  ) {}

  /** Of this health, longest due first, without those that some process has in hand. */
  due(binding: CursorBinding, health: CursorHealth, limit: number): Promise<readonly DueScope[]> {
    return this.cursors.due(this.unitOfWork.reader, binding, health, limit);
  }

  async process(reading: ScheduledReading, due: DueScope, signal: AbortSignal): Promise<ScheduledOutcome> {
    try {
      const result = await reading.process(due.scopeId, {
        signal,
        whenHeld: "skip",
        retryInMs: (failures) => retryDelayMs(failures, this.chance()),
      });
      return await this.outcomeOf(reading, due, result);
    } catch (error) {
      const code = error instanceof DomainError ? error.code : undefined;
      if (signal.aborted || code === "runtime_not_ready") return "left";
      this.meter.count(reading.counters.failures);
      return code !== undefined && MODEL_FAILURES.has(code) ? "no_model" : "left";
    }
  }

  private async outcomeOf(
    { binding, counters }: ScheduledReading,
    { scope }: DueScope,
    result: IdleWindow | ProcessedWindow,
  ): Promise<ScheduledOutcome> {
    if (result.kind === "processed") {
      this.meter.count(counters.windows);
      this.meter.count(counters.sources, result.sources);
      if (result.currentCursor < result.highWatermark) return "processed";
    } else if (result.cursor < result.highWatermark) {
      return "left";
    }
    await this.unitOfWork.run((tx) => this.cursors.rest(tx, scope, binding));
    return "drained";
  }

  /** 0..1 */
  private chance(): number {
    return this.ids.next().readUInt32BE() / 0xffff_ffff;
  }
}
