import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";

import { DomainError } from "../../kernel/domain-error.js";
import { StorageError } from "../../kernel/storage-error.js";
import { UnitOfWork, type DbSession, type Tx } from "../../kernel/unit-of-work.port.js";
import type { SqliteConnection } from "./connection.sqlite.js";
import { NESTED_UNIT, WRITER_LIMITS, type OverrunListener, type WriterLimits } from "./unit-limits.js";
import { UnitTx } from "./unit-tx.js";
import { WriterQueue, type QueuedUnit } from "./writer-queue.js";

/** How many units, and for how long, share one commit. */
const BATCH_UNITS = 32;
const BATCH_MS = 20;

/** What one run of a unit's work came to. `spoiled`: its writes, or the whole transaction, must not be committed. */
interface Outcome {
  readonly unit: QueuedUnit;
  readonly spoiled: boolean;
  readonly result: PromiseSettledResult<unknown>;
}

interface SqliteUnitOfWorkOptions {
  readonly writer: SqliteConnection;
  readonly reader: DbSession;
  /** Throws when nothing may be committed any more. */
  readonly beforeCommit?: () => void;
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
  private readonly beforeCommit: () => void;
  private readonly onOverrun: OverrunListener;
  private readonly insideUnit = new AsyncLocalStorage<true>();
  private working: Promise<void> | undefined;
  private repeats = 0;

  constructor(options: SqliteUnitOfWorkOptions) {
    super();
    this.writer = options.writer;
    this.reader = options.reader;
    this.limits = options.limits ?? WRITER_LIMITS;
    this.beforeCommit = options.beforeCommit ?? (() => undefined);
    this.onOverrun = options.onOverrun ?? (() => undefined);
    this.queue = new WriterQueue(this.limits.queueLength, this.limits.waitMs);
  }

  get queuedUnits(): number {
    return this.queue.length;
  }

  get isWorking(): boolean {
    return this.working !== undefined;
  }

  /** Since the start. */
  get repeatedUnits(): number {
    return this.repeats;
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.insideUnit.getStore()) {
      return Promise.reject(new Error(NESTED_UNIT));
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
    const batch = await this.fillBatch();
    // Alone it has harmed nobody, and running it again would change nothing.
    const isAlone = batch.length === 1;
    const isSpoiled = batch.at(-1)?.spoiled === true;
    const failure = await this.end(isSpoiled);
    if ((isSpoiled || failure) && !isAlone) {
      this.repeats += batch.length;
      for (const { unit } of batch) await this.runAlone(unit);
      return;
    }
    answer(batch, failure);
  }

  /** Runs waiting units until one spoils the transaction, none waits, or the batch is full. */
  private async fillBatch(): Promise<readonly Outcome[]> {
    const started = performance.now();
    const batch: Outcome[] = [];
    while (batch.length < BATCH_UNITS && performance.now() - started < BATCH_MS) {
      const unit = this.queue.take();
      if (unit === undefined) break;
      const outcome = await this.execute(unit);
      batch.push(outcome);
      if (outcome.spoiled) break;
    }
    return batch;
  }

  private async runAlone(unit: QueuedUnit): Promise<void> {
    const refusal = await this.begin();
    if (refusal) {
      unit.fail(refusal);
      return;
    }
    const outcome = await this.execute(unit);
    answer([outcome], await this.end(outcome.spoiled));
  }

  private async execute(unit: QueuedUnit): Promise<Outcome> {
    const tx = new UnitTx(this.writer, unit.nextAttempt());
    const [result] = await Promise.allSettled([unit.runWithin(tx, this.limits.unitMs, this.onOverrun)]);
    await tx.end();
    const { failure } = tx;
    // Work that swallowed the failure of a statement has not been done.
    if (failure && result.status === "fulfilled") {
      return { unit, spoiled: true, result: { status: "rejected", reason: failure } };
    }
    return { unit, spoiled: failure !== undefined || (result.status === "rejected" && tx.wrote), result };
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

  private async end(isSpoiled: boolean): Promise<Error | undefined> {
    if (!isSpoiled) return this.commit();
    await this.rollback();
    return undefined;
  }

  private async commit(): Promise<Error | undefined> {
    try {
      this.beforeCommit();
      await this.writer.control("COMMIT");
      return undefined;
    } catch (error) {
      await this.rollback();
      return asError(error);
    }
  }

  private async rollback(): Promise<void> {
    // A full disk or an I/O error has already rolled back: then nothing is open, which is what we want.
    await this.writer.control("ROLLBACK").catch(() => undefined);
  }
}

function answer(batch: readonly Outcome[], failure: Error | undefined): void {
  for (const { unit, result } of batch) {
    if (failure) unit.fail(failure);
    else if (result.status === "fulfilled") unit.succeed(result.value);
    else unit.fail(result.reason);
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error("a statement failed without an error");
}

function overloaded(): DomainError {
  return new DomainError("overloaded", "The database is busy. Try again shortly.");
}
