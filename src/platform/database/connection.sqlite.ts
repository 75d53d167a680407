import { DataSource } from "typeorm";
import type { SqliteDriver } from "typeorm/driver/sqlite/SqliteDriver.js";

import type { StorageError } from "../../kernel/storage-error.js";
import type { SqlValue, Statement } from "../../kernel/unit-of-work.port.js";
import { preparingDriver, type PreparingDatabase } from "./preparing-driver.sqlite.js";
import type { StatementObserver } from "./statement-observer.js";
import { toStorageError } from "./storage-errors.sqlite.js";

export interface SqliteConnectionOptions {
  readonly path: string;
  /** Milliseconds SQLite itself waits for another connection's lock. */
  readonly busyTimeoutMs: number;
  /** Path of a loadable library to begin with. */
  readonly library?: string | undefined;
  readonly observer?: StatementObserver | undefined;
  /** Told of every failed statement. */
  readonly onFailure?: ((failure: StorageError) => void) | undefined;
}

/**
 * One SQLite connection, opened and closed by TypeORM. Statements go to the driver itself: the query runner's events and
 * result objects would double what a statement costs the JavaScript thread. The only place that knows which driver runs.
 * Callers keep it to one statement at a time.
 */
export class SqliteConnection {
  private constructor(
    private readonly source: DataSource,
    private readonly database: PreparingDatabase,
    private readonly observer: StatementObserver | undefined,
    private readonly onFailure: (failure: StorageError) => void,
  ) {}

  /** @throws StorageError */
  static async open(options: SqliteConnectionOptions): Promise<SqliteConnection> {
    const source = new DataSource({ type: "sqlite", database: options.path, driver: preparingDriver, logging: false });
    try {
      await source.initialize();
    } catch (error) {
      throw toStorageError(error, "sqlite.open");
    }
    const connection = new SqliteConnection(
      source,
      (source.driver as SqliteDriver).databaseConnection as PreparingDatabase,
      options.observer,
      options.onFailure ?? (() => undefined),
    );
    try {
      if (options.library !== undefined) await connection.load(options.library);
      await connection.pragma(`busy_timeout=${String(options.busyTimeoutMs)}`);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return connection;
  }

  /** @throws StorageError */
  async query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    const rows = await this.attempt(statement.name, this.database.rows(statement.sql, parameters));
    this.observer?.({ statement, parameters: parameters.length, rows: rows.length });
    return rows as readonly Row[];
  }

  /** BEGIN IMMEDIATE already holds the only write lock, so a row lock is a read. @throws StorageError */
  queryForUpdate<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.query<Row>(statement, parameters);
  }

  /** Runs one INSERT, UPDATE or DELETE. @returns affected rows. @throws StorageError */
  async execute(statement: Statement, parameters: readonly SqlValue[]): Promise<number> {
    const affected = await this.attempt(statement.name, this.database.changes(statement.sql, parameters));
    this.observer?.({ statement, parameters: parameters.length, rows: 0 });
    return affected;
  }

  /** A PRAGMA, DDL or a transaction verb: no parameters, not observed. @throws StorageError */
  async control<Row>(sql: string, name = sql): Promise<readonly Row[]> {
    return (await this.attempt(name, this.database.rows(sql, []))) as readonly Row[];
  }

  async pragma<Row>(text: string): Promise<readonly Row[]> {
    return this.control<Row>(`PRAGMA ${text}`);
  }

  async close(): Promise<void> {
    await this.source.destroy();
  }

  private load(library: string): Promise<void> {
    return this.attempt("sqlite.load-library", this.database.load(library));
  }

  private async attempt<T>(name: string, outcome: Promise<T>): Promise<T> {
    try {
      return await outcome;
    } catch (error) {
      const failure = toStorageError(error, name);
      this.onFailure(failure);
      throw failure;
    }
  }
}
