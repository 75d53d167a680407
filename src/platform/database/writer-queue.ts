import { DomainError } from "../../kernel/domain-error.js";
import type { Tx } from "../../kernel/unit-of-work.port.js";
import type { OverrunListener } from "./unit-limits.js";
import type { UnitTx } from "./unit-tx.js";

/** A unit with its caller: answered exactly once. */
export class QueuedUnit {
  private attempts = 0;

  constructor(
    readonly work: (tx: Tx) => Promise<unknown>,
    readonly succeed: (value: unknown) => void,
    readonly fail: (error: unknown) => void,
  ) {}

  nextAttempt(): number {
    this.attempts += 1;
    return this.attempts;
  }

  /** Runs the work once. A unit that takes too long is abandoned: its Tx refuses further statements, and this rejects. */
  runWithin(tx: UnitTx, limitMs: number, onOverrun: OverrunListener): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(tx.abandon());
        onOverrun(limitMs);
      }, limitMs);
      this.work(tx)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer);
        });
    });
  }
}

interface Waiting {
  readonly unit: QueuedUnit;
  readonly timer: NodeJS.Timeout;
}

/** Units in order of arrival, bounded in number and in waiting time. */
export class WriterQueue {
  private readonly waiting = new Set<Waiting>();
  private closed = false;

  constructor(
    private readonly maxLength: number,
    private readonly maxWaitMs: number,
  ) {}

  get length(): number {
    return this.waiting.size;
  }

  add<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.closed) return Promise.reject(closing());
    if (this.waiting.size >= this.maxLength) return Promise.reject(busy());
    return new Promise<T>((resolve, reject) => {
      const unit = new QueuedUnit(
        work,
        (value) => {
          resolve(value as T);
        },
        reject,
      );
      const timer = setTimeout(() => {
        this.waiting.delete(waiting);
        reject(busy());
      }, this.maxWaitMs);
      const waiting: Waiting = { unit, timer };
      this.waiting.add(waiting);
    });
  }

  /** The unit that waited longest, its timer stopped. */
  take(): QueuedUnit | undefined {
    for (const waiting of this.waiting) {
      clearTimeout(waiting.timer);
      this.waiting.delete(waiting);
      return waiting.unit;
    }
    return undefined;
  }

  /** Refuses what comes from now on; what waits is still taken. */
  close(): void {
    this.closed = true;
  }
}

function busy(): DomainError {
  return new DomainError("overloaded", "The database is busy with other writes. Try again shortly.");
}

function closing(): DomainError {
  return new DomainError("runtime_not_ready", "The server takes no more writes.");
}
