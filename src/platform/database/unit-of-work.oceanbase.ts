import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { setTimeout as delay } from "node:timers/promises";

import { StorageError } from "../../kernel/storage-error.js";
import { UnitOfWork, type DbSession, type Tx } from "../../kernel/unit-of-work.port.js";
import type { OceanBaseConnection } from "./connection.oceanbase.js";
import type { OceanBasePool } from "./pool.oceanbase.js";
import { NESTED_UNIT, WRITER_LIMITS, type OverrunListener, type WriterLimits } from "./unit-limits.js";
import { UnitTx } from "./unit-tx.js";
import { WriterQueue, type QueuedUnit } from "./writer-queue.js";

const ROLLBACK_LIMIT_MS = 1_000;
const MAX_ATTEMPTS = 10;
/** How long a unit whose outcome is in doubt goes on asking a database that is gone. Callers want to know soon. */
const OUTAGE_PATIENCE_MS = 2_000;
/** Backoff before attempt n: a random time up to BASE · 2^n, at most MAX. */
const BACKOFF_BASE_MS = 5;
const BACKOFF_MAX_MS = 500;

interface OceanBaseUnitOfWorkOptions {
  readonly pool: OceanBasePool;
  readonly reader: DbSession;
  /** How many units run at once. */
  readonly writers: number;
  readonly limits?: WriterLimits;
  readonly onOverrun?: OverrunListener;
}

/** What became of one attempt. */
type Attempt =
  | { readonly kind: "done"; readonly value: unknown }
  | { readonly kind: "refused"; readonly error: unknown }
  | { readonly kind: "again"; readonly error: unknown };

/**
 * A few units at a time, each on a connection of its own. What the engine undid is run again as a whole; so is a unit whose
 * commit may or may not have happened, and its work then finds its own operation under the lock (`tx.attempt`). A connection
 * whose transaction is in doubt is closed, never given back.
 */
export class OceanBaseUnitOfWork extends UnitOfWork {
  readonly reader: DbSession;
  private readonly limits: WriterLimits;
  private readonly onOverrun: OverrunListener;
  private readonly queue: WriterQueue;
  private readonly insideUnit = new AsyncLocalStorage<true>();
  private readonly working = new Set<Promise<void>>();
  /** Those of them that will look into the queue once more. */
  private workers = 0;
  private repeats = 0;

  constructor(private readonly options: OceanBaseUnitOfWorkOptions) {
    super();
    this.reader = options.reader;
    this.limits = options.limits ?? WRITER_LIMITS;
    this.onOverrun = options.onOverrun ?? (() => undefined);
    this.queue = new WriterQueue(this.limits.queueLength, this.limits.waitMs);
  }

  get queuedUnits(): number {
    return this.queue.length;
  }

  /** Units under way. */
  get busy(): number {
    return this.working.size;
  }

  /** Since the start. */
  get repeatedUnits(): number {
    return this.repeats;
  }

  run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.insideUnit.getStore()) return Promise.reject(new Error(NESTED_UNIT));
    const answer = this.queue.add(AsyncResource.bind((tx: Tx) => this.insideUnit.run(true, () => work(tx))));
    if (this.workers < this.options.writers) {
      this.workers += 1;
      const worker = this.drain().finally(() => this.working.delete(worker));
      this.working.add(worker);
    }
    return answer;
  }

  /** Refuses new units and resolves when the accepted ones are answered. */
  async close(): Promise<void> {
    this.queue.close();
    await Promise.all(this.working);
  }

  private async drain(): Promise<void> {
    for (let unit = this.queue.take(); unit !== undefined; unit = this.queue.take()) await this.runUnit(unit);
    // In the same turn as that last look: a unit that comes after it needs another worker.
    this.workers -= 1;
  }

  private async runUnit(unit: QueuedUnit): Promise<void> {
    let deadline = performance.now() + this.limits.waitMs;
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.attempt(unit);
      if (outcome.kind === "done") {
        unit.succeed(outcome.value);
        return;
      }
      if (isOutage(outcome.error)) deadline = Math.min(deadline, performance.now() + OUTAGE_PATIENCE_MS);
      if (outcome.kind === "refused" || attempt >= MAX_ATTEMPTS || performance.now() >= deadline) {
        unit.fail(outcome.error);
        return;
      }
      this.repeats += 1;
      await delay(Math.random() * Math.min(BACKOFF_MAX_MS, BACKOFF_BASE_MS * 2 ** attempt));
    }
  }

  private async attempt(unit: QueuedUnit): Promise<Attempt> {
    const number = unit.nextAttempt();
    let connection: OceanBaseConnection;
    try {
      connection = await this.options.pool.acquire();
    } catch (error) {
      // Nothing has happened yet, unless an earlier attempt was cut off: then its outcome is worth waiting for.
      return { kind: number > 1 && isOutage(error) ? "again" : "refused", error };
    }
    const tx = new UnitTx(connection, number);
    try {
      await connection.control("START TRANSACTION");
      const value = await unit.runWithin(tx, this.limits.unitMs, this.onOverrun);
      await tx.end();
      if (tx.failure) throw tx.failure;
      await connection.control("COMMIT");
      await connection.release();
      return { kind: "done", value };
    } catch (error) {
      await abandon(connection, tx, error);
      return { kind: isWorthRepeating(error) ? "again" : "refused", error };
    }
  }
}

/** A failed statement leaves its transaction open, and the next COMMIT on the connection would keep the rest. */
async function abandon(connection: OceanBaseConnection, tx: UnitTx, error: unknown): Promise<void> {
  const isDoubtful = error instanceof StorageError && DOUBTFUL.has(error.kind);
  if (isDoubtful) await connection.destroy();
  await tx.end();
  if (isDoubtful) return;
  try {
    await connection.control("ROLLBACK", "ROLLBACK", ROLLBACK_LIMIT_MS);
    await connection.release();
  } catch {
    await connection.destroy();
  }
}

/** `busy` is a unit that took too long: its statement may still be running. */
const DOUBTFUL: ReadonlySet<string> = new Set(["timeout", "connection_lost", "unknown", "busy"]);
const REPEATABLE: ReadonlySet<string> = new Set(["transient", "timeout", "connection_lost"]);

function isOutage(error: unknown): boolean {
  return error instanceof StorageError && error.kind === "unavailable";
}

function isWorthRepeating(error: unknown): boolean {
  return error instanceof StorageError && REPEATABLE.has(error.kind);
}
