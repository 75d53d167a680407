const { createConnection } = require("mysql2/promise");

/** Gives each Jest worker a database of its own: suites that run at once must not meet in what is counted or listed. */
module.exports = async function makeDatabases({ maxWorkers }) {
  const connection = await createConnection(process.env.POWERCONTEXT_TEST_DATABASE_URL);
  const { database } = connection.config;
  // The first worker has the one that is there; names as in test-database.ts.
  for (let worker = 2; worker <= maxWorkers; worker++) {
    await connection.query(`CREATE DATABASE IF NOT EXISTS ${database}_${worker}`);
  }
  await connection.end();
};
