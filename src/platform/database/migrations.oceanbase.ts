import type { Clock } from "../../kernel/clock.port.js";
import { StartError } from "../../kernel/start-error.js";
import type { OceanBaseConnection } from "./connection.oceanbase.js";
import { readMigrationSteps } from "./migration-files.js";
import { pendingSteps, type AppliedStep } from "./migration.policy.js";

/** Servers that start together wait for the one that migrates. */
const LEASE_WAIT_SECONDS = 60;
const STEP_LIMIT_MS = 60_000;
const LEASE = "powercontext-migration";

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

/** Columns whose text is an identity: any collation would fold case or pad spaces. */
const IDENTITIES: readonly (readonly [table: string, column: string])[] = [
  ["scope", "scope_id"],
  ["source", "type"],
  ["source", "source_id"],
  ["search_posting", "term"],
];

/**
 * Brings the database to our schema under a lease on it. DDL commits by itself, so each step is one statement that may run
 * again: a server that died between a step and its record repeats it.
 *
 * @throws StartError for a schema that is not ours, is newer than we are, or was altered.
 */
export async function migrateOceanBase(connection: OceanBaseConnection, clock: Clock): Promise<void> {
  const steps = readMigrationSteps("oceanbase");
  await takeLease(connection);
  try {
    await refuseForeignSchema(connection);
    await connection.control(LEDGER, "migration.ledger", STEP_LIMIT_MS);
    for (const step of pendingSteps(steps, await appliedSteps(connection))) {
      await connection.control(step.sql, `migration.${step.name}`, STEP_LIMIT_MS);
      await connection.execute(RECORD, [step.step, step.name, step.checksum, step.compatibleFrom, clock.now()]);
    }
    for (const [table, column] of IDENTITIES) await requireBinary(connection, table, column);
  } finally {
    await connection.control(`SELECT RELEASE_LOCK('${LEASE}')`, "migration.release").catch(() => undefined);
  }
}

async function takeLease(connection: OceanBaseConnection): Promise<void> {
  const seconds = String(LEASE_WAIT_SECONDS);
  const [row] = await connection.control<{ taken: number | null }>(
    `SELECT GET_LOCK('${LEASE}', ${seconds}) AS taken`,
    "migration.lease",
    (LEASE_WAIT_SECONDS + 5) * 1_000,
  );
  if (row?.taken === 1) return;
  throw new StartError(
    "Another server has been migrating this database for a minute.",
    "Wait until it is done, or stop it, then start again.",
  );
}

async function refuseForeignSchema(connection: OceanBaseConnection): Promise<void> {
  const tables = await connection.control<Record<string, string>>("SHOW TABLES", "migration.tables");
  const names = tables.map((row) => Object.values(row)[0]?.toLowerCase());
  if (names.length === 0) return;
  const columns = names.includes("migration")
    ? await connection.control<{ Field: string }>("SHOW COLUMNS FROM migration", "migration.columns")
    : [];
  const ours = new Set(columns.map((column) => column.Field.toLowerCase()));
  if (["step", "checksum", "compatible_from"].every((name) => ours.has(name))) return;
  throw new StartError(
    "The database holds tables of another program.",
    "Name an empty database of its own in POWERCONTEXT_SERVER_DATABASE_URL; this one was not touched.",
  );
}

function appliedSteps(connection: OceanBaseConnection): Promise<readonly AppliedStep[]> {
  return connection.control<AppliedStep>("SELECT step, checksum, compatible_from FROM migration", "migration.applied");
}

async function requireBinary(connection: OceanBaseConnection, table: string, column: string): Promise<void> {
  const rows = await connection.control<{ Field: string; Type: string }>(
    `SHOW COLUMNS FROM ${table} LIKE '${column}'`,
    "migration.identity-column",
  );
  if (/^varbinary/i.test(String(rows[0]?.Type))) return;
  throw new StartError(
    `The column ${table}.${column} is not binary, so identities that differ by case or spaces would be mixed up.`,
    "Restore the schema that the migrations make, or migrate an empty database and copy the data into it.",
  );
}
