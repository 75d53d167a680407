import { SqliteConfig } from "../../src/platform/config/sqlite.config.js";
import { SqliteConnection } from "../../src/platform/database/connection.sqlite.js";
import { SqliteDatabase } from "../../src/platform/database/database.sqlite.js";
import { SystemClock } from "../../src/platform/database/system-clock.js";

export type DatabaseConnection = SqliteConnection;

/** The name of a server's file in its data directory. */
export const DATABASE_FILE = "powercontext-node.db";

/** Makes the file with the product's tables, if it is not there yet. */
export async function createFile(path: string): Promise<void> {
  const config = new SqliteConfig({ path, readers: 1 });
  const database = await SqliteDatabase.open({ config, clock: new SystemClock() });
  await database.close();
}

/** Through the product's driver, with SQLite's defaults but for these. */
export async function openConnection(path: string, pragmas: readonly string[] = []): Promise<DatabaseConnection> {
  const connection = await SqliteConnection.open({ path, busyTimeoutMs: 1_000 });
  for (const pragma of pragmas) await connection.pragma(pragma);
  return connection;
}
