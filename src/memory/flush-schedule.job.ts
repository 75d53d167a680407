import { Injectable } from "@nestjs/common";
import { SchedulerRegistry } from "@nestjs/schedule";

import { Clock } from "../kernel/clock.port.js";
import type { ScopeId } from "../kernel/ids.js";
import { Job } from "../kernel/job.port.js";
import type { DueScope } from "../source/index.js";
import { FlushSchedule } from "./ports/flush-schedule.port.js";
import { ScheduledWindows } from "./scheduled-windows.js";

const INTERVAL = "memory.flush";
/** Windows under way at once: a window mostly waits for its model. */
const WORKERS = 3;
/** So many scopes in a row that fail for the model's sake are not each their own trouble. */
const FAILURES_OF_A_DEAD_MODEL = 3;
const PATIENCE_AT_SHUTDOWN_MS = 8_000;

/**
 * Flushes the scopes that are due, a window at a time and the longest due first, so that a large backlog gives way to others
 * after each window. A tick only makes up the number of workers, so ticks never overlap; workers go on until nothing is due.
 * What could not be moved on is left for the next tick (docs/adr/0014-schedule.md).
 */
@Injectable()
export class FlushScheduleJob extends Job {
  private readonly workers = new Set<Promise<void>>();
  /** Scopes that some worker has in hand. */
  private readonly busy = new Set<ScopeId>();
  /** Scopes that were tried since the last tick and could not be moved on. */
  private leftAside = new Set<ScopeId>();
  private failuresInARow = 0;
  private ending = new AbortController();
  private isStopping = true;
  private tickedAt: number | undefined;

  constructor(
    private readonly schedule: FlushSchedule,
    private readonly timers: SchedulerRegistry,
    private readonly clock: Clock,
    private readonly windows: ScheduledWindows,
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

  start(): void {
    if (this.schedule.intervalMs === undefined) return;
    this.isStopping = false;
    this.ending = new AbortController();
    const timer = setInterval(() => {
      this.tick();
    }, this.schedule.intervalMs);
    this.timers.addInterval(INTERVAL, timer);
    this.tick();
  }

  /** Begins no window and waits for those under way; one that takes too long is given up, and its cursor stays. */
  async stop(): Promise<void> {
    if (this.isStopping) return;
    this.isStopping = true;
    this.timers.deleteInterval(INTERVAL);
    const patience = setTimeout(() => {
      this.ending.abort();
    }, PATIENCE_AT_SHUTDOWN_MS);
    await Promise.all(this.workers);
    clearTimeout(patience);
  }

  private tick(): void {
    this.tickedAt = this.clock.now();
    this.failuresInARow = 0;
    this.leftAside = new Set();
    while (this.workers.size < WORKERS) {
      const worker = this.work().finally(() => this.workers.delete(worker));
      this.workers.add(worker);
    }
  }

  private async work(): Promise<void> {
    while (!this.isStopping && this.failuresInARow < FAILURES_OF_A_DEAD_MODEL) {
      // A database that fails is looked at again with the next tick.
      const due = await this.takeDue().catch(() => undefined);
      if (due === undefined) return;
      await this.flush(due);
      this.busy.delete(due.scopeId);
    }
  }

  /** The scope that has been due for longest, of those that nobody has in hand; it is in ours then. */
  private async takeDue(): Promise<DueScope | undefined> {
    // Other workers may take one each while this is asked.
    const limit = this.busy.size + this.leftAside.size + WORKERS;
    const scopes = await this.windows.due(limit);
    const due = scopes.find(({ scopeId }) => !this.busy.has(scopeId) && !this.leftAside.has(scopeId));
    if (due !== undefined) this.busy.add(due.scopeId);
    return due;
  }

  private async flush(due: DueScope): Promise<void> {
    const outcome = await this.windows.flush(due, this.ending.signal);
    switch (outcome) {
      case "processed":
      case "drained":
        this.failuresInARow = 0;
        break;
      case "left":
        this.leftAside.add(due.scopeId);
        break;
      case "no_model":
        this.failuresInARow += 1;
        this.leftAside.add(due.scopeId);
        break;
    }
  }
}
