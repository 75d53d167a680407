import { basename, join } from "node:path";

import { createConnection } from "mysql2/promise";

import { parseMySqlUrl, type MySqlUrl } from "../../src/platform/config/mysql-url.js";
import { withRawSqlite } from "./raw-sqlite.js";
import { until } from "./until.js";

/** The engine that this run is about; undefined when it is about SQLite. Set by scripts/test-oceanbase.mjs. */
const ENGINE_URL = process.env["POWERCONTEXT_TEST_DATABASE_URL"];

export const testedDatabase: "sqlite" | "oceanbase" = ENGINE_URL === undefined ? "sqlite" : "oceanbase";

/** Describes what only one database can show: the other run prints it as skipped, with the reason in its title. */
export function onSqliteOnly(name: string, suite: () => void): void {
  // Asked for only now: the bench takes engines from here, too, and has no Jest.
  (testedDatabase === "sqlite" ? describe : describe.skip)(name, suite);
}

/** The engine, and the database on it that all suites of this Jest worker share. */
export function engineUrl(): MySqlUrl {
  const parsed = parseMySqlUrl((ENGINE_URL ?? "").replace(/^mysql:\/\//, ""));
  if (parsed.kind === "refused") throw new Error(`POWERCONTEXT_TEST_DATABASE_URL ${parsed.problem}`);
  const worker = process.env["JEST_WORKER_ID"] ?? "1";
  return worker === "1" ? parsed.url : { ...parsed.url, database: databaseOfWorker(parsed.url.database, worker) };
}

/** Jest's global setup makes it (test/support/engine-setup.cjs). The first worker has the one that is there. */
function databaseOfWorker(first: string, worker: string): string {
  return `${first}_${worker}`;
}

/**
 * The settings, without prefix, that give a server with this data directory its database: the file in it, or on the engine
 * a database of the directory's name, made on first use.
 */
export async function databaseSettings(dataDir: string): Promise<Readonly<Record<string, string>>> {
  if (testedDatabase === "sqlite") return {};
  const name = databaseName(dataDir);
  await onEngine(`CREATE DATABASE IF NOT EXISTS ${name}`);
  return { DATABASE_KIND: "oceanbase", DATABASE_URL: engineUrlOf(name), DATABASE_POOL_SIZE: "8" };
}

/** Of a server that reaches that database through a proxy on this machine. The database must be there. */
export function settingsThrough(proxy: { readonly port: number }, dataDir: string): Readonly<Record<string, string>> {
  return { DATABASE_URL: `mysql://root@127.0.0.1:${String(proxy.port)}/${databaseName(dataDir)}` };
}

export function engineUrlOf(database: string): string {
  return (ENGINE_URL ?? "").replace(/\/[^/?]+\?/, `/${database}?`);
}

/** Runs one statement on the database of the server with this data directory, past everything of ours. */
export async function alterDatabase(dataDir: string, sql: string): Promise<void> {
  if (testedDatabase === "sqlite") {
    await withRawSqlite(join(dataDir, "powercontext-node.db"), "write", (file) => file.exec(sql));
    return;
  }
  await onEngine(sql, databaseName(dataDir));
}

/** The rows that a query finds in the database of the server with this data directory, past everything of ours. */
export async function readDatabase<Row>(dataDir: string, sql: string): Promise<readonly Row[]> {
  if (testedDatabase === "sqlite") {
    return withRawSqlite(join(dataDir, "powercontext-node.db"), "read", (file) => file.all<Row>(sql));
  }
  return (await onEngine(sql, databaseName(dataDir))) as readonly Row[];
}

/** Every table of ours in that database. */
export async function tablesOf(dataDir: string): Promise<readonly string[]> {
  if (testedDatabase === "sqlite") {
    const list = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    const path = join(dataDir, "powercontext-node.db");
    const rows = await withRawSqlite(path, "read", (file) => file.all<{ name: string }>(list));
    return rows.map(({ name }) => name);
  }
  const rows = (await onEngine("SHOW TABLES", databaseName(dataDir))) as readonly Record<string, string>[];
  return rows.flatMap((row) => Object.values(row));
}

function databaseName(dataDir: string): string {
  return basename(dataDir).replace(/\W/g, "_").toLowerCase();
}

/** Runs one statement as the engine's administrator. */
export async function onEngine(sql: string, database = engineUrl().database): Promise<unknown> {
  const { address, user, password } = engineUrl();
  const connection = await createConnection({ ...address, user, password, database });
  try {
    const [rows] = await connection.query(sql);
    return rows;
  } finally {
    await connection.end();
  }
}

const CANNOT_USER = 1396;

/**
 * Makes a user of the engine, or leaves the one that is there. While another connection makes tables the engine refuses
 * about one such statement in forty and makes nothing (tried on seekdb 1.4.0); a second try is right.
 */
export async function makeEngineUser(name: string, password: string): Promise<void> {
  await until(() =>
    onEngine(`CREATE USER IF NOT EXISTS '${name}'@'%' IDENTIFIED BY '${password}'`).then(
      () => true,
      (error: unknown) => {
        if ((error as { errno?: number }).errno === CANNOT_USER) return false;
        throw error;
      },
    ),
  );
}
