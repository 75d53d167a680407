import { chmod, mkdir, open, stat } from "node:fs/promises";
import { dirname } from "node:path";

import type { Clock } from "../../kernel/clock.port.js";
import { StartError } from "../../kernel/start-error.js";
import { StorageError } from "../../kernel/storage-error.js";
import type { SqliteConfig } from "../config/sqlite.config.js";
import { Database, type DatabaseStatistics } from "./database.port.js";
import { migrateSqlite } from "./migrations.sqlite.js";
import { SqliteReaderPool } from "./reader-pool.sqlite.js";
import { SqliteConnection } from "./connection.sqlite.js";
import type { StatementObserver } from "./statement-observer.js";
import type { OverrunListener, WriterLimits } from "./unit-limits.js";
import { SqliteUnitOfWork } from "./unit-of-work.sqlite.js";

const READER_BUSY_TIMEOUT_MS = 1_000;
const INTEGRITY = { name: "database.verify", sql: "PRAGMA integrity_check" };
// Sources are never deleted, so the last row number is their count, in one seek.
const JOURNAL_DEPTH = { name: "database.journal-depth", sql: "SELECT COALESCE(MAX(rowid), 0) AS sources FROM source" };
const CHECK = { name: "database.check", sql: "SELECT 1 AS alive FROM migration WHERE step = 1" };

export interface SqliteDatabaseOptions {
  readonly config: SqliteConfig;
  readonly clock: Clock;
  readonly observer?: StatementObserver | undefined;
  readonly limits?: WriterLimits;
  readonly onOverrun?: OverrunListener;
}

/** The file, its one writer and its readers. Why these PRAGMAs: docs/adr/0003-sqlite-settings.md. */
export class SqliteDatabase extends Database {
  private closed: Promise<void> | undefined;

  private constructor(
    private readonly path: string,
    private readonly writer: SqliteConnection,
    private readonly readers: SqliteReaderPool,
    readonly unitOfWork: SqliteUnitOfWork,
  ) {
    super();
  }

  /** Opens or creates the file and migrates it. @throws StartError */
  static async open(options: SqliteDatabaseOptions): Promise<SqliteDatabase> {
    try {
      await createPrivately(options.config.path);
      return await SqliteDatabase.connect(options);
    } catch (error) {
      throw startErrorOf(error);
    }
  }

  async check(): Promise<void> {
    await this.readers.query(CHECK, []);
  }

  async verify(): Promise<readonly string[]> {
    const rows = await this.readers.query<{ integrity_check: string }>(INTEGRITY, []);
    return rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
  }

  async statistics(): Promise<DatabaseStatistics> {
    const wal = await stat(`${this.path}-wal`).catch(() => undefined);
    const [journal] = await this.readers.query<{ sources: number }>(JOURNAL_DEPTH, []);
    return {
      walBytes: wal?.size ?? 0,
      journaledSources: journal?.sources ?? 0,
      queuedUnits: this.unitOfWork.queuedUnits,
    };
  }

  close(): Promise<void> {
    this.closed ??= this.shutDown();
    return this.closed;
  }

  private static async connect(options: SqliteDatabaseOptions): Promise<SqliteDatabase> {
    const { config, observer } = options;
    const opened: SqliteConnection[] = [];
    const connect = async (busyTimeoutMs: number): Promise<SqliteConnection> => {
      const connection = await SqliteConnection.open({ path: config.path, busyTimeoutMs, observer });
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
        ...(limits && { limits }),
        ...(onOverrun && { onOverrun }),
      });
      return new SqliteDatabase(config.path, writer, readers, unitOfWork);
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

/** SQLite gives its -wal and -shm files the mode of the main file, so that mode is set before SQLite sees it. */
async function createPrivately(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const file = await open(path, "a", 0o600);
  const { size } = await file.stat();
  await file.close();
  if (size === 0) await chmod(path, 0o600);
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
