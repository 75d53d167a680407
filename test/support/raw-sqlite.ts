import sqlite3 from "sqlite3";

/** A connection of an outside program to a database file, past everything of ours. */
export class RawSqlite {
  private constructor(private readonly database: sqlite3.Database) {}

  static open(path: string, access: "read" | "write" = "read"): Promise<RawSqlite> {
    const mode = access === "read" ? sqlite3.OPEN_READONLY : sqlite3.OPEN_READWRITE | sqlite3.OPEN_CREATE;
    return new Promise((done, fail) => {
      const database = new sqlite3.Database(path, mode, (error) => {
        if (error === null) done(new RawSqlite(database));
        else fail(error);
      });
    });
  }

  all<Row>(sql: string): Promise<readonly Row[]> {
    return new Promise((done, fail) => {
      this.database.all<Row>(sql, (error, rows) => {
        if (error === null) done(rows);
        else fail(error);
      });
    });
  }

  /** One or more statements without results. */
  exec(sql: string): Promise<void> {
    return new Promise((done, fail) => {
      this.database.exec(sql, (error) => {
        if (error === null) done();
        else fail(error);
      });
    });
  }

  close(): Promise<void> {
    return new Promise((done, fail) => {
      this.database.close((error) => {
        if (error === null) done();
        else fail(error);
      });
    });
  }
}

/** Opens the file, runs `work` and closes it again. */
export async function withRawSqlite<T>(
  path: string,
  access: "read" | "write",
  work: (database: RawSqlite) => Promise<T>,
): Promise<T> {
  const database = await RawSqlite.open(path, access);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
