import { Injectable } from "@nestjs/common";
import { SchedulerRegistry } from "@nestjs/schedule";

import { Clock } from "../kernel/clock.port.js";
import type { ScopeId } from "../kernel/ids.js";
import { Job } from "../kernel/job.port.js";
import { NO_TRACER, Tracer } from "../kernel/tracer.port.js";
import type { CursorHealth, DueScope } from "./ports/source-cursors.port.js";
import { ScheduleLane } from "./schedule-lane.js";
import { ScheduledWindows, type ScheduledOutcome, type ScheduledReading } from "./scheduled-windows.js";

/** Windows under way at once: a window mostly waits for its model. */
const WORKERS = 8;
/** Of those, on scopes that have failed before: they may take a model's whole time each. */
const WORKERS_ON_FAILING = 2;
const PATIENCE_AT_SHUTDOWN_MS = 8_000;
/** No metric needs to know of more. */
const MOST_COUNTED = 1_000;

/** What every schedule works with. */
@Injectable()
export class ScheduleTools {
  constructor(
    readonly timers: SchedulerRegistry,
    readonly clock: Clock,
    readonly windows: ScheduledWindows,
    readonly tracer: Tracer = NO_TRACER,
  ) {}
}

export interface WindowSchedule {
  /** Unique among schedules. */
  readonly name: string;
  /** Milliseconds between two looks for due scopes, > 0; undefined when there is no schedule. */
  readonly intervalMs: number | undefined;
  readonly reading: ScheduledReading;
}

/**
 * Reads the scopes that are due, a window at a time and the longest due first, so that a large backlog gives way to others
 * after each window. Few workers are on scopes that failed before, so those never hold up the others. A tick only makes up the
 * number of workers, so ticks never overlap; workers go on until nothing is due. What could not be moved on is left for the next tick (docs/adr/0014-schedule.md).
 */
export abstract class WindowScheduleJob extends Job {
  private readonly workers = new Set<Promise<void>>();
  /** Scopes that some worker has in hand. */
  private readonly busy = new Set<ScopeId>();
  /** Scopes that were tried since the last tick and could not be moved on. */
  private leftAside = new Set<ScopeId>();
  private readonly lanes = [
    new ScheduleLane("failing", WORKERS_ON_FAILING),
    new ScheduleLane("healthy", WORKERS),
  ] as const;
  private ending = new AbortController();
  private isStopping = true;
  private tickedAt: number | undefined;

  protected constructor(
    private readonly schedule: WindowSchedule,
    private readonly tools: ScheduleTools,
  ) {
    super();
  }

  get isScheduled(): boolean {
    return this.schedule.intervalMs !== undefined;
  }

  /** Milliseconds since the Unix epoch, undefined before the first. */
  get lastTickAt(): number | undefined {
    return this.tickedAt;
  }

  /** Scopes whose time has come and that nobody has in hand, without those that failed before; counted up to a thousand. */
  async countDue(): Promise<number> {
    return (await this.tools.windows.due(this.schedule.reading.binding, "healthy", MOST_COUNTED)).length;
  }

  start(): void {
    if (this.schedule.intervalMs === undefined) return;
    this.isStopping = false;
    this.ending = new AbortController();
    const timer = setInterval(() => {
      this.tick();
    }, this.schedule.intervalMs);
    this.tools.timers.addInterval(this.schedule.name, timer);
    this.tick();
  }

  /** Begins no window and waits for those under way; one that takes too long is given up, and its cursor stays. */
  async stop(): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    this.tools.timers.deleteInterval(this.schedule.name);
    const patience = setTimeout(() => {
      this.ending.abort();
    }, PATIENCE_AT_SHUTDOWN_MS);
    await Promise.all(this.workers);
    clearTimeout(patience);
  }

  private tick(): void {
    this.tickedAt = this.tools.clock.now();
    this.openLanes();
    this.leftAside = new Set();
    if (this.workers.size >= WORKERS) return;
    void this.tools.tracer.trace({ name: `tick ${this.schedule.name}`, partOf: "nothing" }, () => this.makeUpWorkers());
  }

  /** Resolves when those that were missing have nothing more to do. */
  private async makeUpWorkers(): Promise<void> {
    const added: Promise<void>[] = [];
    while (this.workers.size < WORKERS) {
      const worker = this.work().finally(() => this.workers.delete(worker));
      this.workers.add(worker);
      added.push(worker);
    }
    await Promise.all(added);
  }

  private async work(): Promise<void> {
    let hasWorked = true;
    while (hasWorked) {
      hasWorked = false;
      for (const lane of this.lanes) hasWorked ||= await this.workIn(lane);
    }
  }

  /** Whether there was a scope to work on. */
  private async workIn(lane: ScheduleLane): Promise<boolean> {
    if (this.isStopping || !lane.isOpen) return false;
    lane.enter();
    // A database that fails is looked at again with the next tick.
    const due = await this.takeDue(lane.health).catch(() => undefined);
    if (due !== undefined) {
      await this.process(due, lane);
      this.busy.delete(due.scopeId);
    }
    lane.leave();
    return due !== undefined;
  }

  /** The scope that has been due for longest, of those that nobody has in hand; it is in ours then. */
  private async takeDue(health: CursorHealth): Promise<DueScope | undefined> {
    // Other workers may take one each while this is asked.
    const limit = this.busy.size + this.leftAside.size + WORKERS;
    const scopes = await this.tools.windows.due(this.schedule.reading.binding, health, limit);
    if (this.isStopping) return undefined;
    const due = scopes.find(({ scopeId }) => !this.busy.has(scopeId) && !this.leftAside.has(scopeId));
    if (due !== undefined) this.busy.add(due.scopeId);
    return due;
  }

  private async process(due: DueScope, lane: ScheduleLane): Promise<void> {
    switch (await this.processTraced(due)) {
      case "processed":
      case "drained":
        // The model is alive.
        this.openLanes();
        break;
      case "left":
        this.leftAside.add(due.scopeId);
        break;
      case "no_model":
        lane.countModelFailure();
        this.leftAside.add(due.scopeId);
        break;
    }
  }

  /** A trace of its own: a tick may find a thousand windows. */
  private processTraced(due: DueScope): Promise<ScheduledOutcome> {
    const { windows, tracer } = this.tools;
    const tick = tracer.current();
    return tracer.trace({ name: `window ${this.schedule.name}`, partOf: "nothing" }, async (span) => {
      if (tick !== undefined) span.link(tick);
      const outcome = await windows.process(this.schedule.reading, due, this.ending.signal);
      span.set({ "powercontext.outcome": outcome });
      return outcome;
    });
  }

  private openLanes(): void {
    for (const lane of this.lanes) lane.open();
  }
}
