import sqlite3 from "sqlite3";
import { DataSource, type QueryRunner } from "typeorm";

import type { StorageError } from "../../kernel/storage-error.js";
import type { SqlValue, Statement } from "../../kernel/unit-of-work.port.js";
import type { StatementObserver } from "./statement-observer.js";
import { toStorageError } from "./storage-errors.sqlite.js";

// TypeORM asks the driver package for verbose(), which records a stack trace per call and costs a third of the throughput.
const quietDriver = {
  Database: sqlite3.Database,
  verbose() {
    return quietDriver;
  },
};

export interface SqliteConnectionOptions {
  readonly path: string;
  /** Milliseconds SQLite itself waits for another connection's lock. */
  readonly busyTimeoutMs: number;
  readonly observer?: StatementObserver | undefined;
  /** Told of every failed statement. */
  readonly onFailure?: ((failure: StorageError) => void) | undefined;
}

/** One SQLite connection. The only place that knows which driver runs. Callers keep it to one statement at a time. */
export class SqliteConnection {
  private constructor(
    private readonly source: DataSource,
    private readonly runner: QueryRunner,
    private readonly observer: StatementObserver | undefined,
    private readonly onFailure: (failure: StorageError) => void,
  ) {}

  /** @throws StorageError */
  static async open(options: SqliteConnectionOptions): Promise<SqliteConnection> {
    const source = new DataSource({ type: "sqlite", database: options.path, driver: quietDriver, logging: false });
    try {
      await source.initialize();
    } catch (error) {
      throw toStorageError(error, "sqlite.open");
    }
    const connection = new SqliteConnection(
      source,
      source.createQueryRunner(),
      options.observer,
      options.onFailure ?? (() => undefined),
    );
    try {
      await connection.pragma(`busy_timeout=${String(options.busyTimeoutMs)}`);
    } catch (error) {
      await connection.close();
      throw error;
    }
    return connection;
  }

  /** @throws StorageError */
  async query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    const result = await this.run(statement, parameters);
    const rows = result.records as readonly Row[];
    this.observer?.({ statement, parameters: parameters.length, rows: rows.length });
    return rows;
  }

  /** BEGIN IMMEDIATE already holds the only write lock, so a row lock is a read. @throws StorageError */
  queryForUpdate<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.query<Row>(statement, parameters);
  }

  /** Runs one INSERT, UPDATE or DELETE, verb first. @returns affected rows. @throws StorageError */
  async execute(statement: Statement, parameters: readonly SqlValue[]): Promise<number> {
    const result = await this.run(statement, parameters);
    this.observer?.({ statement, parameters: parameters.length, rows: 0 });
    if (result.affected === undefined) throw new TypeError(`${statement.name} is not an INSERT, UPDATE or DELETE`);
    return result.affected;
  }

  /** A PRAGMA or a transaction verb: fixed text, no parameters, not observed. @throws StorageError */
  async control<Row>(sql: string, name = sql): Promise<readonly Row[]> {
    const result = await this.run({ name, sql }, []);
    return result.records as readonly Row[];
  }

  async pragma<Row>(text: string): Promise<readonly Row[]> {
    return this.control<Row>(`PRAGMA ${text}`);
  }

  async close(): Promise<void> {
    await this.source.destroy();
  }

  private async run(statement: Statement, parameters: readonly SqlValue[]): Promise<StructuredResult> {
    try {
      return (await this.runner.query(statement.sql, parameters as SqlValue[], true)) as StructuredResult;
    } catch (error) {
      const failure = toStorageError(error, statement.name);
      this.onFailure(failure);
      throw failure;
    }
  }
}

interface StructuredResult {
  readonly records: unknown[];
  readonly affected?: number;
}
