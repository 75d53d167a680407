import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";

import { DomainError } from "../../kernel/domain-error.js";
import { StorageError } from "../../kernel/storage-error.js";
import { UnitOfWork, type DbSession, type Tx } from "../../kernel/unit-of-work.port.js";
import type { SqliteConnection } from "./sqlite-connection.js";
import { SqliteTx } from "./tx.sqlite.js";
import { WriterQueue, type QueuedUnit } from "./writer-queue.js";

export interface WriterLimits {
  /** Units that may wait; one more is refused as overloaded. */
  readonly queueLength: number;
  /** How long a unit waits for the writer or another process before it is refused as overloaded. */
  readonly waitMs: number;
  /** How long one unit may hold the writer before it is rolled back. */
  readonly unitMs: number;
  /** How many units, and for how long, share one commit. */
  readonly batchUnits: number;
  readonly batchMs: number;
}

export const WRITER_LIMITS: WriterLimits = {
  queueLength: 1_000,
  waitMs: 10_000,
  unitMs: 5_000,
  batchUnits: 32,
  batchMs: 20,
};

/** Told when a unit was rolled back because it held the writer too long. */
export type OverrunListener = (limitMs: number) => void;

interface SqliteUnitOfWorkOptions {
  readonly writer: SqliteConnection;
  readonly reader: DbSession;
  readonly limits?: WriterLimits;
  readonly onOverrun?: OverrunListener;
}

/**
 * One writer connection, units in order of arrival, and one durable commit for all units that were waiting together.
 * Every answer of a batch, refusals included, waits for its commit: a refusal may rest on a neighbour's rows. A unit that
 * fails after its first write, or any statement that may have ended the transaction, makes the batch roll back and its
 * units run again one by one (docs/adr/0004-group-commit.md).
 */
export class SqliteUnitOfWork extends UnitOfWork {
  readonly reader: DbSession;
  private readonly writer: SqliteConnection;
  private readonly limits: WriterLimits;
  private readonly queue: WriterQueue;
  private readonly onOverrun: OverrunListener;
  private readonly insideUnit = new AsyncLocalStorage<true>();
  private working: Promise<void> | undefined;

  constructor(options: SqliteUnitOfWorkOptions) {
    super();
    this.writer = options.writer;
    this.reader = options.reader;
    this.limits = options.limits ?? WRITER_LIMITS;
    this.onOverrun = options.onOverrun ?? (() => undefined);
    this.queue = new WriterQueue(this.limits.queueLength, this.limits.waitMs);
  }

  get queuedUnits(): number {
    return this.queue.length;
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.insideUnit.getStore()) {
      return Promise.reject(new Error("A unit of work was opened inside another one; pass the Tx on instead."));
    }
    // Bound, because the loop below runs in the context of whichever request woke it.
    const answer = this.queue.add(AsyncResource.bind((tx: Tx) => this.insideUnit.run(true, () => work(tx))));
    this.working ??= this.drain();
    return answer;
  }

  /** Refuses new units and resolves when the accepted ones are answered. */
  async close(): Promise<void> {
    this.queue.close();
    await this.working;
  }

  private async drain(): Promise<void> {
    // Units that arrive in the same turn of the event loop share the first commit.
    await Promise.resolve();
    while (this.queue.length > 0) await this.commitBatch();
    this.working = undefined;
  }

  private async commitBatch(): Promise<void> {
    const refusal = await this.begin();
    if (refusal) {
      this.queue.take()?.fail(refusal);
      return;
    }
    const done = await this.runBatch();
    if (done.committed) return;
    for (const unit of done.units) await this.runAlone(unit);
  }

  /** Runs waiting units until the batch is full; `committed` is false when they have to run again one by one. */
  private async runBatch(): Promise<{ committed: boolean; units: QueuedUnit[] }> {
    const started = performance.now();
    const units: QueuedUnit[] = [];
    const deliveries: (() => void)[] = [];
    while (units.length < this.limits.batchUnits && performance.now() - started < this.limits.batchMs) {
      const unit = this.queue.take();
      if (!unit) break;
      units.push(unit);
      const outcome = await this.execute(unit);
      if (outcome.spoiled) {
        await this.rollback();
        // Alone in its batch it has harmed nobody, and running it again would change nothing.
        if (units.length > 1) return { committed: false, units };
        outcome.deliver();
        return { committed: true, units };
      }
      deliveries.push(outcome.deliver);
    }
    const failure = await this.commit();
    if (failure && units.length > 1) return { committed: false, units };
    for (const [index, deliver] of deliveries.entries()) {
      if (failure) units[index]?.fail(failure);
      else deliver();
    }
    return { committed: true, units };
  }

  private async runAlone(unit: QueuedUnit): Promise<void> {
    const refusal = await this.begin();
    if (refusal) {
      unit.fail(refusal);
      return;
    }
    const outcome = await this.execute(unit);
    if (outcome.spoiled) {
      await this.rollback();
      outcome.deliver();
      return;
    }
    const failure = await this.commit();
    if (failure) unit.fail(failure);
    else outcome.deliver();
  }

  /** Runs the unit's work once. `spoiled`: its writes, or the transaction itself, must not be committed. */
  private async execute(unit: QueuedUnit): Promise<{ spoiled: boolean; deliver: () => void }> {
    const tx = new SqliteTx(this.writer, unit.nextAttempt());
    let deliver: () => void;
    let threw = false;
    try {
      const value = await this.withinLimit(tx, unit);
      deliver = () => {
        unit.succeed(value);
      };
    } catch (error) {
      threw = true;
      deliver = () => {
        unit.fail(error);
      };
    }
    await tx.end();
    const failure = tx.failure;
    if (failure && !threw) deliver = () => unit.fail(failure);
    return { spoiled: failure !== undefined || (threw && tx.wrote), deliver };
  }

  private withinLimit(tx: SqliteTx, unit: QueuedUnit): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(tx.abandon());
        this.onOverrun(this.limits.unitMs);
      }, this.limits.unitMs);
      unit
        .work(tx)
        .then(resolve, reject)
        .finally(() => {
          clearTimeout(timer);
        });
    });
  }

  /**
   * Takes the file's write lock. SQLite's own wait would hold a thread and starve under two busy processes, so the retry
   * is here: every 1 to 3 ms, up to the limit. @returns the refusal when the lock was not to be had.
   */
  private async begin(): Promise<Error | undefined> {
    const deadline = performance.now() + this.limits.waitMs;
    for (;;) {
      try {
        await this.writer.control("BEGIN IMMEDIATE");
        return undefined;
      } catch (error) {
        if (!(error instanceof StorageError) || error.kind !== "busy") return asError(error);
        if (performance.now() >= deadline) return overloaded();
      }
      await delay(1 + Math.random() * 2);
    }
  }

  private async commit(): Promise<Error | undefined> {
    try {
      await this.writer.control("COMMIT");
      return undefined;
    } catch (error) {
      await this.rollback();
      return asError(error);
    }
  }

  private async rollback(): Promise<void> {
    try {
      await this.writer.control("ROLLBACK");
    } catch {
      // A full disk or an I/O error has already rolled back: nothing is open, which is what we want.
    }
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("a statement failed without an error");
}

export function overloaded(): DomainError {
  return new DomainError("overloaded", "The database is busy. Try again shortly.");
}
