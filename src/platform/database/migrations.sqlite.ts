import { setTimeout as delay } from "node:timers/promises";

import { StartError } from "../../kernel/start-error.js";
import { StorageError } from "../../kernel/storage-error.js";
import type { Clock } from "../../kernel/clock.port.js";
import { readMigrationSteps } from "./migration-files.js";
import { pendingSteps, type AppliedStep } from "./migration.policy.js";
import type { SqliteConnection } from "./connection.sqlite.js";

const MIGRATION_WAIT_MS = 60_000;

const LEDGER = `CREATE TABLE IF NOT EXISTS migration (
  step            INTEGER PRIMARY KEY,
  name            TEXT NOT NULL,
  checksum        TEXT NOT NULL,
  compatible_from INTEGER NOT NULL,
  applied_at      INTEGER NOT NULL
) STRICT`;

/**
 * Brings the file to our schema: all pending steps in one transaction under the file's write lock, so that of several
 * processes one runs them and the others find them done.
 *
 * @throws StartError for a file that is not ours, is newer than we are, or stays locked.
 */
export async function migrateSqlite(connection: SqliteConnection, clock: Clock): Promise<void> {
  const steps = readMigrationSteps("sqlite");
  // Even reading is refused while another process switches the file to WAL or recovers it after a crash.
  await withBusyRetry(() => refuseForeignFile(connection));
  await withBusyRetry(() => connection.pragma("journal_mode=WAL"));
  await withBusyRetry(() => connection.control("BEGIN IMMEDIATE"));
  try {
    await refuseForeignFile(connection);
    await connection.control(LEDGER, "migration.ledger");
    for (const step of pendingSteps(steps, await appliedSteps(connection))) {
      await connection.control(step.sql, `migration.${step.name}`);
      await connection.execute(
        {
          name: "migration.record",
          sql: "INSERT INTO migration (step, name, checksum, compatible_from, applied_at) VALUES (?, ?, ?, ?, ?)",
        },
        [step.step, step.name, step.checksum, step.compatibleFrom, clock.now()],
      );
    }
    await connection.control("COMMIT");
  } catch (error) {
    await connection.control("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** A file that holds tables but not our ledger belongs to somebody else and is never written. */
async function refuseForeignFile(connection: SqliteConnection): Promise<void> {
  const tables = await connection.control<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite!_%' ESCAPE '!'",
    "migration.tables",
  );
  if (tables.length === 0) return;
  const columns = await connection.control<{ name: string }>("PRAGMA table_info(migration)");
  const names = new Set(columns.map((column) => column.name));
  if (["step", "checksum", "compatible_from"].every((name) => names.has(name))) return;
  throw new StartError(
    "The database file holds tables of another program.",
    "Choose another file with POWERCONTEXT_SERVER_DATABASE_URL; this one was not touched.",
  );
}

function appliedSteps(connection: SqliteConnection): Promise<readonly AppliedStep[]> {
  return connection.control<AppliedStep>("SELECT step, checksum, compatible_from FROM migration", "migration.applied");
}

async function withBusyRetry(action: () => Promise<unknown>): Promise<void> {
  const deadline = performance.now() + MIGRATION_WAIT_MS;
  for (;;) {
    try {
      await action();
      return;
    } catch (error) {
      if (!(error instanceof StorageError) || error.kind !== "busy") throw error;
      if (performance.now() > deadline) {
        throw new StartError(
          "Another process holds the database file locked.",
          "Stop the program that keeps a transaction open on it, then start again.",
        );
      }
    }
    await delay(5 + Math.random() * 10);
  }
}
