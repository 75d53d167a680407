// Runs before the migrations, as the root user of the tenant: makes the database, and the user of the servers with the
// password from .env, so that a changed password takes effect with the next start. That user may read and write rows and
// nothing else; the tables are made by the migrations, as root.
import { createConnection } from "mysql2/promise";

import { parseServerConfig } from "../dist/platform/config/server.config.js";
import { reportFailedStart } from "../dist/start-failure.js";

const USER = "powercontext";
const CONNECT_TIMEOUT_MS = 10_000;
const STATEMENT_TIMEOUT_MICROS = 60_000_000;
const ACCESS_DENIED = 1045;

async function main() {
  const { address, user, password, database } = parseServerConfig().database;
  const connection = await createConnection({ ...address, user, password, connectTimeout: CONNECT_TIMEOUT_MS });
  try {
    // Users are made by DDL, which may take longer than the ten seconds a statement has.
    await connection.query("SET ob_query_timeout = ?", [STATEMENT_TIMEOUT_MICROS]);
    await connection.query("CREATE DATABASE IF NOT EXISTS ??", [database]);
    const own = process.env.POWERCONTEXT_DATABASE_PASSWORD;
    await connection.query("CREATE USER IF NOT EXISTS ?@'%' IDENTIFIED BY ?", [USER, own]);
    await connection.query("ALTER USER ?@'%' IDENTIFIED BY ?", [USER, own]);
    await connection.query("GRANT SELECT, INSERT, UPDATE, DELETE ON ??.* TO ?@'%'", [database, USER]);
  } finally {
    connection.destroy();
  }
}

/** Never the message of the driver: it names hosts and may quote a statement. */
function problemOf({ errno, code }) {
  if (errno === ACCESS_DENIED) {
    return "its root user refuses the password: POWERCONTEXT_DATABASE_ROOT_PASSWORD in .env is not the one its volume was made with";
  }
  return `its user for the servers cannot be made (${String(errno ?? code)})`;
}

try {
  await main();
  console.log(`the database user ${USER} is ready`);
} catch (error) {
  if (error?.errno === undefined && error?.code === undefined) reportFailedStart(error);
  else console.error(`powercontext cannot start: the database answers, but ${problemOf(error)}.`);
  process.exitCode = 1;
}
