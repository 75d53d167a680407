import { setTimeout as delay } from "node:timers/promises";

import type { Clock } from "../../kernel/clock.port.js";
import { StartError } from "../../kernel/start-error.js";
import { StorageError } from "../../kernel/storage-error.js";
import type { OceanBaseConnection } from "./connection.oceanbase.js";
import { type MigrationStep, readMigrationSteps } from "./migration-files.js";
import { pendingSteps, type AppliedStep } from "./migration.policy.js";
import { isPartitionable, partitioned, partitionsOf } from "./partitions.oceanbase.js";
import type { OceanBasePool } from "./pool.oceanbase.js";

/** Servers that start together wait for the one that migrates. */
const LEASE_WAIT_MS = 60_000;
/** A step, and a server that only seems to be migrating, may take this long. */
const STEP_LIMIT_MS = 60_000;
const LEASE_LIMIT_MS = 600_000;
const GRACE_MS = 5_000;
const LOCK_WAIT_TIMED_OUT = 1205;
const DUPLICATE_COLUMN = 1060;
const UNKNOWN_TABLE = 1146;
/** How long the engine may need to show one connection the table that another has just made. */
const VISIBLE_AFTER_MS = 10_000;
const LOOK_EVERY_MS = 50;
const ADDS_COLUMN = /^ALTER TABLE \w+ ADD COLUMN /m;

const LEDGER = `CREATE TABLE IF NOT EXISTS migration (
  step            BIGINT NOT NULL,
  name            VARBINARY(256) NOT NULL,
  checksum        VARBINARY(64) NOT NULL,
  compatible_from BIGINT NOT NULL,
  applied_at      BIGINT NOT NULL,
  PRIMARY KEY (step)
)`;

const RECORD = {
  name: "migration.record",
  sql: "INSERT INTO migration (step, name, checksum, compatible_from, applied_at) VALUES (?, ?, ?, ?, ?)",
};

const TAKE_LEASE =
  "INSERT INTO migration (step, name, checksum, compatible_from, applied_at) VALUES (0, 'lease', '', 0, 0)";

/** Columns whose text is an identity: any collation would fold case or pad spaces. */
const IDENTITIES: readonly (readonly [table: string, column: string])[] = [
  ["scope", "scope_id"],
  ["source", "type"],
  ["source", "source_id"],
  ["search_posting", "term"],
];

export interface MigrationOptions {
  readonly clock: Clock;
  /** Over how many partitions the tables of a database are spread that has none of them yet. Undefined: none. */
  readonly partitions?: number | undefined;
  /** Told when the database was made with another number of partitions than is asked for. */
  readonly onOtherPartitions?: OtherPartitionsListener | undefined;
}

export type OtherPartitionsListener = (asked: number, made: number) => void;

/**
 * Brings the database to our schema under a lease on it. DDL commits by itself, so each step is one statement that may run
 * again: a server that died between a step and its record repeats it.
 *
 * @throws StartError for a schema that is not ours, is newer than we are, or was altered.
 */
export async function migrateOceanBase(pool: OceanBasePool, options: MigrationOptions): Promise<void> {
  await onConnection(pool, async (connection) => {
    await connection.control(limits(STEP_LIMIT_MS), "migration.limits");
    // A user without the right to create tables can start on a database that has them.
    if (!(await hasLedger(connection))) await connection.control(LEDGER, "migration.ledger", STEP_LIMIT_MS);
    await underLease(pool, () => runPending(connection, options));
    for (const [table, column] of IDENTITIES) await requireBinary(connection, table, column);
  });
}

async function runPending(connection: OceanBaseConnection, options: MigrationOptions): Promise<void> {
  const applied = await onceVisible(() => appliedSteps(connection));
  const pending = pendingSteps(readMigrationSteps("oceanbase"), applied);
  const partitions = await settledPartitions(connection, pending, options);
  for (const step of pending) {
    await runStep(connection, { ...step, sql: partitioned(step.sql, partitions) });
    await connection.execute(RECORD, [step.step, step.name, step.checksum, step.compatibleFrom, options.clock.now()]);
  }
}

/** All tables have as many as the first one was made with, whatever is asked for later: they are joined by scope. */
async function settledPartitions(
  connection: OceanBaseConnection,
  pending: readonly MigrationStep[],
  { partitions: asked, onOtherPartitions }: MigrationOptions,
): Promise<number> {
  if (asked === undefined && !pending.some(({ sql }) => isPartitionable(sql))) return 1;
  const made = await partitionsOf(connection);
  if (made !== undefined && asked !== undefined && made !== asked) onOtherPartitions?.(asked, made);
  return made ?? asked ?? 1;
}

/** A column that is there already was added by a server that died before it could record the step. */
async function runStep(connection: OceanBaseConnection, { name, sql }: MigrationStep): Promise<void> {
  try {
    await connection.control(sql, `migration.${name}`, STEP_LIMIT_MS);
  } catch (error) {
    const isThere = error instanceof StorageError && error.errno === DUPLICATE_COLUMN && ADDS_COLUMN.test(sql);
    if (!isThere) throw error;
  }
}

/**
 * The lease is a row of the ledger that is never committed: whoever wants to insert it too waits until the holder rolls back
 * or is gone. The engine's named locks outlive the connection that took them. Steps therefore leave the ledger alone.
 */
async function underLease(pool: OceanBasePool, work: () => Promise<void>): Promise<void> {
  await onConnection(pool, async (lease) => {
    await lease.control(limits(LEASE_LIMIT_MS), "migration.lease-limits");
    await lease.control("START TRANSACTION");
    try {
      await onceVisible(() => lease.control(TAKE_LEASE, "migration.lease", LEASE_WAIT_MS + GRACE_MS));
    } catch (error) {
      throw error instanceof StorageError && error.errno === LOCK_WAIT_TIMED_OUT ? leaseTaken() : error;
    }
    await work();
  });
}

/** Repeats what found no table: another server may have made it a moment ago. @throws StorageError when it stays unknown */
async function onceVisible<T>(statement: () => Promise<T>): Promise<T> {
  for (let looks = VISIBLE_AFTER_MS / LOOK_EVERY_MS; ; looks--) {
    try {
      return await statement();
    } catch (error) {
      if (looks === 0 || !(error instanceof StorageError) || error.errno !== UNKNOWN_TABLE) throw error;
      await delay(LOOK_EVERY_MS);
    }
  }
}

/** A connection whose limits are its own and which ends with the work, and with it whatever transaction is open. */
async function onConnection(
  pool: OceanBasePool,
  work: (connection: OceanBaseConnection) => Promise<void>,
): Promise<void> {
  const connection = await pool.acquire();
  try {
    await work(connection);
  } finally {
    await connection.destroy();
  }
}

function limits(milliseconds: number): string {
  const micros = String((milliseconds + GRACE_MS) * 1_000);
  return `SET ob_query_timeout = ${micros}, ob_trx_timeout = ${micros}, ob_trx_idle_timeout = ${micros},
    ob_trx_lock_timeout = ${String(LEASE_WAIT_MS * 1_000)}`;
}

function leaseTaken(): StartError {
  return new StartError(
    "Another server has been migrating this database for a minute.",
    "Wait until it is done, or stop it, then start again.",
  );
}

/** False on an empty database. @throws StartError when the tables there are not ours */
async function hasLedger(connection: OceanBaseConnection): Promise<boolean> {
  const tables = await connection.control<Record<string, string>>("SHOW TABLES", "migration.tables");
  const names = tables.map((row) => Object.values(row)[0]?.toLowerCase());
  if (names.length === 0) return false;
  const columns = names.includes("migration")
    ? await connection.control<{ Field: string }>("SHOW COLUMNS FROM migration", "migration.columns")
    : [];
  const ours = new Set(columns.map((column) => column.Field.toLowerCase()));
  if (["step", "checksum", "compatible_from"].every((name) => ours.has(name))) return true;
  throw new StartError(
    "The database holds tables of another program.",
    "Name an empty database of its own in POWERCONTEXT_SERVER_DATABASE_URL; this one was not touched.",
  );
}

function appliedSteps(connection: OceanBaseConnection): Promise<readonly AppliedStep[]> {
  return connection.control<AppliedStep>("SELECT step, checksum, compatible_from FROM migration", "migration.applied");
}

async function requireBinary(connection: OceanBaseConnection, table: string, column: string): Promise<void> {
  const show = `SHOW COLUMNS FROM ${table} LIKE '${column}'`;
  const rows = await onceVisible(() =>
    connection.control<{ Field: string; Type: string }>(show, "migration.identity-column"),
  );
  if (/^varbinary/i.test(String(rows[0]?.Type))) return;
  throw new StartError(
    `The column ${table}.${column} is not binary, so identities that differ by case or spaces would be mixed up.`,
    "Restore the schema that the migrations make, or migrate an empty database and copy the data into it.",
  );
}
