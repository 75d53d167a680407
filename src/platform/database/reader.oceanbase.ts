import type { DbSession, SqlValue, Statement } from "../../kernel/unit-of-work.port.js";
import { StorageError } from "../../kernel/storage-error.js";
import type { OceanBasePool } from "./pool.oceanbase.js";

/** Reads committed rows, each statement on a pooled connection of its own, at most `limit` at once. */
export class OceanBaseReader implements DbSession {
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly pool: OceanBasePool,
    private readonly limit: number,
  ) {}

  async query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    if (this.running >= this.limit) await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.running += 1;
    try {
      return await this.queryOnce<Row>(statement, parameters);
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.running -= 1;
    }
  }

  private async queryOnce<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    const connection = await this.pool.acquire();
    try {
      const rows = await connection.query<Row>(statement, parameters);
      await connection.release();
      return rows;
    } catch (error) {
      const isLost = error instanceof StorageError && error.kind !== "duplicate_key";
      await (isLost ? connection.destroy() : connection.release());
      throw error;
    }
  }
}
