import { stat } from "node:fs/promises";

import type { Clock } from "../../kernel/clock.port.js";
import { StartError } from "../../kernel/start-error.js";
import { StorageError } from "../../kernel/storage-error.js";
import type { SqliteConfig } from "../config/sqlite.config.js";
import { DatabaseFile } from "./database-file.sqlite.js";
import { Database, type DatabaseLoad, type DatabaseStatistics } from "./database.port.js";
import { SqliteDerivedTables } from "./derived-tables.sqlite.js";
import { readMigrationSteps } from "./migration-files.js";
import { migrateSqlite } from "./migrations.sqlite.js";
import { SqliteReaderPool } from "./reader-pool.sqlite.js";
import { SqliteConnection } from "./connection.sqlite.js";
import { SchemaWatch, type SchemaListener } from "./schema-watch.js";
import type { StatementObserver } from "./statement-observer.js";
import type { OverrunListener, WriterLimits } from "./unit-limits.js";
import { SqliteUnitOfWork } from "./unit-of-work.sqlite.js";
import { vectorLibrary } from "./vector-library.sqlite.js";

const READER_BUSY_TIMEOUT_MS = 1_000;
const INTEGRITY = { name: "database.verify", sql: "PRAGMA integrity_check" };
// Sources are never deleted, so the last row number is their count, in one seek.
const JOURNAL_DEPTH = { name: "database.journal-depth", sql: "SELECT COALESCE(MAX(rowid), 0) AS sources FROM source" };
// One row of every table, so that a missing or unreadable one shows before a request meets it.
const TABLES = ["scope", "journal_head", "source", "memory_head", "memory_revision", "memory_change", "memory_entry"];
const CHECK = {
  name: "database.check",
  sql: `SELECT ${[...TABLES, "memory_version", "search_posting"]
    .map((table) => `EXISTS (SELECT 1 FROM ${table} WHERE scope_key > 0)`)
    .join(", ")}`,
};

export interface SqliteDatabaseOptions {
  readonly config: SqliteConfig;
  readonly clock: Clock;
  readonly observer?: StatementObserver | undefined;
  readonly limits?: WriterLimits;
  readonly onOverrun?: OverrunListener;
  readonly onNewerSchema?: SchemaListener;
  /** Whether statements may use vector distances. */
  readonly withVectors?: boolean;
}

/** The file, its one writer and its readers. Why these PRAGMAs: docs/adr/0003-sqlite-settings.md. */
export class SqliteDatabase extends Database {
  readonly tables: SqliteDerivedTables;
  private closed: Promise<void> | undefined;

  private constructor(
    private readonly file: DatabaseFile,
    private readonly writer: SqliteConnection,
    private readonly readers: SqliteReaderPool,
    readonly unitOfWork: SqliteUnitOfWork,
    private readonly schema: SchemaWatch,
  ) {
    super();
    this.tables = new SqliteDerivedTables(unitOfWork);
  }

  get load(): DatabaseLoad {
    return {
      queuedUnits: this.unitOfWork.queuedUnits,
      repeatedUnits: this.unitOfWork.repeatedUnits,
      connections: this.readers.size + 1,
      busyConnections: this.readers.busy + (this.unitOfWork.isWorking ? 1 : 0),
      waitingReads: this.readers.waitingReads,
    };
  }

  /** Opens or creates the file and migrates it. @throws StartError */
  static async open(options: SqliteDatabaseOptions): Promise<SqliteDatabase> {
    try {
      return await SqliteDatabase.connect(options, await DatabaseFile.prepare(options.config.path));
    } catch (error) {
      throw startErrorOf(error);
    }
  }

  async check(): Promise<void> {
    this.file.requireSound();
    await this.readers.query(CHECK, []);
    await this.schema.check();
  }

  async verify(): Promise<readonly string[]> {
    const rows = await this.readers.query<{ integrity_check: string }>(INTEGRITY, []);
    return rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
  }

  async statistics(): Promise<DatabaseStatistics> {
    const wal = await stat(`${this.file.path}-wal`).catch(() => undefined);
    const [journal] = await this.readers.query<{ sources: number }>(JOURNAL_DEPTH, []);
    return { walBytes: wal?.size ?? 0, journaledSources: journal?.sources ?? 0 };
  }

  close(): Promise<void> {
    this.closed ??= this.shutDown();
    return this.closed;
  }

  private static async connect(options: SqliteDatabaseOptions, file: DatabaseFile): Promise<SqliteDatabase> {
    const { config, observer } = options;
    const library = options.withVectors === true ? vectorLibrary() : undefined;
    const opened: SqliteConnection[] = [];
    const connect = async (busyTimeoutMs: number): Promise<SqliteConnection> => {
      const connection = await SqliteConnection.open({
        path: config.path,
        busyTimeoutMs,
        observer,
        library,
        onFailure: (failure) => {
          file.noteFailure(failure);
        },
      });
      opened.push(connection);
      return connection;
    };
    try {
      const writer = await connect(0);
      await migrateSqlite(writer, options.clock);
      for (const pragma of ["synchronous=FULL", "wal_autocheckpoint=4000", "journal_size_limit=67108864"]) {
        await writer.pragma(pragma);
      }
      const connections: SqliteConnection[] = [];
      for (let index = 0; index < config.readers; index++) {
        const connection = await connect(READER_BUSY_TIMEOUT_MS);
        await connection.pragma("query_only=1");
        connections.push(connection);
      }
      const readers = new SqliteReaderPool(connections);
      const { limits, onOverrun } = options;
      const unitOfWork = new SqliteUnitOfWork({
        writer,
        reader: readers,
        beforeCommit: () => {
          file.requireInPlace();
        },
        ...(limits && { limits }),
        ...(onOverrun && { onOverrun }),
      });
      const schema = new SchemaWatch(unitOfWork, readMigrationSteps("sqlite").length, options.onNewerSchema);
      return new SqliteDatabase(file, writer, readers, unitOfWork, schema);
    } catch (error) {
      for (const connection of opened) await connection.close().catch(() => undefined);
      throw error;
    }
  }

  private async shutDown(): Promise<void> {
    await this.unitOfWork.close();
    await this.readers.close();
    // Another process may still read the log; then it stays and the next opener folds it in.
    await this.writer.pragma("wal_checkpoint(TRUNCATE)").catch(() => undefined);
    await this.writer.close();
  }
}

function startErrorOf(error: unknown): unknown {
  if (error instanceof StartError) return error;
  if (error instanceof StorageError) return ofStorage(error);
  if (isSystemError(error)) {
    return new StartError(
      `The database file cannot be opened for writing (${error.code}).`,
      "Check that the data directory exists and may be written, or set POWERCONTEXT_HOME or POWERCONTEXT_SERVER_DATABASE_URL.",
    );
  }
  return error;
}

function ofStorage(error: StorageError): StartError {
  if (error.kind === "corrupt") {
    return new StartError(
      "The database file is damaged or is not a SQLite database.",
      "Restore it from a backup or choose another file with POWERCONTEXT_SERVER_DATABASE_URL; this one was not touched.",
    );
  }
  if (error.kind === "read_only" || error.kind === "unavailable" || error.kind === "full") {
    return new StartError(
      `The database file cannot be written (${String(error.errno)}).`,
      "Check permissions and free space of the data directory.",
    );
  }
  return new StartError(
    `The database could not be opened: ${error.message}.`,
    "See the log above for what came before it.",
  );
}

function isSystemError(error: unknown): error is NodeJS.ErrnoException & { code: string } {
  return error instanceof Error && typeof (error as NodeJS.ErrnoException).code === "string";
}
