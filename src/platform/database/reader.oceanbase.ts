import { DomainError } from "../../kernel/domain-error.js";
import { StorageError } from "../../kernel/storage-error.js";
import type { DbSession, SqlValue, Statement } from "../../kernel/unit-of-work.port.js";
import { NO_ANSWER } from "./connection.oceanbase.js";
import type { OceanBasePool } from "./pool.oceanbase.js";
import type { WriterLimits } from "./unit-limits.js";

/** A pool may hold several connections that ended while nobody used them. */
const MAX_ATTEMPTS = 3;

/**
 * Reads committed rows, each statement on a pooled connection of its own, at most `limit` at once. The others wait in order of
 * arrival, bounded like the units. A read changes nothing, so one whose connection was lost is read again.
 */
export class OceanBaseReader implements DbSession {
  private running = 0;
  private readonly waiting = new Set<() => void>();

  constructor(
    private readonly pool: OceanBasePool,
    private readonly limit: number,
    private readonly limits: Pick<WriterLimits, "queueLength" | "waitMs">,
  ) {}

  get busy(): number {
    return this.running;
  }

  get waitingReads(): number {
    return this.waiting.size;
  }

  async query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    if (this.running >= this.limit) await this.turn();
    else this.running += 1;
    try {
      return await this.queryAgain<Row>(statement, parameters);
    } finally {
      const [next] = this.waiting;
      if (next) next();
      else this.running -= 1;
    }
  }

  /** Resolves when a running read hands over its place. */
  private turn(): Promise<void> {
    if (this.waiting.size >= this.limits.queueLength) return Promise.reject(busy());
    return new Promise((resolve, reject) => {
      const take = (): void => {
        clearTimeout(timer);
        this.waiting.delete(take);
        resolve();
      };
      const timer = setTimeout(() => {
        this.waiting.delete(take);
        reject(busy());
      }, this.limits.waitMs);
      this.waiting.add(take);
    });
  }

  private async queryAgain<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.queryOnce<Row>(statement, parameters);
      } catch (error) {
        if (attempt >= MAX_ATTEMPTS || !isWorthRepeating(error)) throw error;
      }
    }
  }

  private async queryOnce<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    const connection = await this.pool.acquire();
    try {
      const rows = await connection.query<Row>(statement, parameters);
      await connection.release();
      return rows;
    } catch (error) {
      await connection.destroy();
      throw error;
    }
  }
}

/** Not what took its whole time already. */
function isWorthRepeating(error: unknown): boolean {
  if (!(error instanceof StorageError) || error.errno === NO_ANSWER) return false;
  return error.kind === "connection_lost" || error.kind === "transient";
}

function busy(): DomainError {
  return new DomainError("overloaded", "Too many reads are waiting. Try again shortly.");
}
