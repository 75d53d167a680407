import { DerivedTables, type DerivedTable } from "../../kernel/derived-tables.port.js";
import type { OceanBaseConnection } from "./connection.oceanbase.js";
import { partitioned, partitionsOf } from "./partitions.oceanbase.js";
import type { OceanBasePool } from "./pool.oceanbase.js";
import { toStartError } from "./start-errors.oceanbase.js";

const LIMIT_MS = 60_000;
/** TRUNCATE would need a privilege that nothing else of ours needs, so rows go in batches. */
const BATCH_ROWS = 1_000;

/** DDL commits by itself, so it runs on a connection of its own, which is closed afterwards. */
export class OceanBaseDerivedTables extends DerivedTables {
  constructor(private readonly pool: OceanBasePool) {
    super();
  }

  async ensure({ name, sql }: DerivedTable): Promise<void> {
    try {
      await this.onConnection(async (connection) => {
        // A user without the right to create tables can start on a database that has them.
        if ((await tablesLike(connection, name)).includes(name)) return;
        const partitions = (await partitionsOf(connection)) ?? 1;
        await connection.control(partitioned(sql, partitions), `oceanbase.make.${name}`, LIMIT_MS);
      });
    } catch (error) {
      throw toStartError(error);
    }
  }

  async empty(prefix: string): Promise<void> {
    await this.onConnection(async (connection) => {
      for (const name of await tablesLike(connection, prefix)) {
        const sql = `DELETE FROM ${name} LIMIT ${String(BATCH_ROWS)}`;
        while ((await connection.execute({ name: `oceanbase.empty.${name}`, sql }, [])) === BATCH_ROWS);
      }
    });
  }

  private async onConnection(work: (connection: OceanBaseConnection) => Promise<void>): Promise<void> {
    const connection = await this.pool.acquire();
    try {
      await connection.control(`SET ob_query_timeout = ${String(LIMIT_MS * 1_000)}`, "oceanbase.table-limit");
      await work(connection);
    } finally {
      await connection.destroy();
    }
  }
}

async function tablesLike(connection: OceanBaseConnection, prefix: string): Promise<readonly string[]> {
  const rows = await connection.control<Record<string, string>>("SHOW TABLES", "oceanbase.tables");
  return rows.flatMap((row) => Object.values(row)).filter((name) => name.startsWith(prefix));
}
