// `node deploy/backup-sqlite.mjs <file>`: a copy of the SQLite database as it is at one moment, while servers go on writing to it.
import sqlite3 from "sqlite3";

import { parseServerConfig } from "../dist/platform/config/server.config.js";
import { reportFailedStart } from "../dist/start-failure.js";

const [target] = process.argv.slice(2);

function copy(path) {
  return new Promise((resolve, reject) => {
    const database = new sqlite3.Database(path, sqlite3.OPEN_READONLY, (problem) => {
      if (problem !== null) return reject(problem);
      database.run("VACUUM INTO ?", [target], (failure) => {
        if (failure === null) resolve();
        else reject(failure);
      });
    });
  });
}

try {
  const { database } = parseServerConfig();
  if (database.kind !== "sqlite" || target === undefined) throw new Error("needs the name of a new file, and SQLite");
  await copy(database.path);
  console.log(`copied to ${target}`);
} catch (error) {
  if (error.hint === undefined) console.error(`no backup was made: ${error.message}`);
  else reportFailedStart(error);
  process.exitCode = 1;
}
