import { createPool, type Pool } from "mysql2/promise";

import type { MySqlUrl } from "../../src/platform/config/mysql-url.js";
import type { CapturedText } from "./captured-text.js";

const TABLE = `CREATE TABLE IF NOT EXISTS single_insert (
  id BIGINT PRIMARY KEY, scope_id VARBINARY(64), content MEDIUMTEXT CHARACTER SET utf8mb4)`;
const INSERT = "INSERT INTO single_insert (id, scope_id, content) VALUES (?, ?, ?)";

/** What the engine gives to a client that does next to nothing: one row a transaction, through the bare driver. */
export class SingleInserts {
  private count = 0;

  private constructor(
    private readonly pool: Pool,
    private readonly connections: number,
  ) {}

  static async open({ address, user, password, database }: MySqlUrl, connections: number): Promise<SingleInserts> {
    const pool = createPool({ ...address, user, password, database, connectionLimit: connections });
    await pool.query(TABLE);
    return new SingleInserts(pool, connections);
  }

  /** Keeps every connection busy for the time. @returns rows per second */
  async run(milliseconds: number, next: () => CapturedText): Promise<number> {
    const began = performance.now();
    const drive = async (): Promise<number> => {
      let rows = 0;
      for (; performance.now() - began < milliseconds; rows++) {
        const { scopeId, content } = next();
        await this.pool.query(INSERT, [this.count++, scopeId, content]);
      }
      return rows;
    };
    const rows = await Promise.all(Array.from({ length: this.connections }, drive));
    return rows.reduce((sum, each) => sum + each, 0) / ((performance.now() - began) / 1_000);
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}
