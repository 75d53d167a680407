import type { Clock } from "../../kernel/clock.port.js";
import { StartError } from "../../kernel/start-error.js";
import { StorageError } from "../../kernel/storage-error.js";
import type { OceanBaseConfig } from "../config/oceanbase.config.js";
import type { OceanBaseConnection } from "./connection.oceanbase.js";
import { Database, type DatabaseStatistics } from "./database.port.js";
import { migrateOceanBase } from "./migrations.oceanbase.js";
import { OceanBasePool } from "./pool.oceanbase.js";
import { OceanBaseReader } from "./reader.oceanbase.js";
import type { StatementObserver } from "./statement-observer.js";
import type { OverrunListener, WriterLimits } from "./unit-limits.js";
import { OceanBaseUnitOfWork } from "./unit-of-work.oceanbase.js";

// Positions have no holes, so the heads know how many Sources there are.
const JOURNAL_DEPTH = {
  name: "database.journal-depth",
  sql: "SELECT CAST(COALESCE(SUM(position), 0) AS SIGNED) AS sources FROM journal_head",
};
const CHECK = { name: "database.check", sql: "SELECT 1 AS alive FROM migration WHERE step = 1" };

export interface OceanBaseDatabaseOptions {
  readonly config: OceanBaseConfig;
  readonly clock: Clock;
  readonly observer?: StatementObserver | undefined;
  readonly limits?: WriterLimits;
  readonly onOverrun?: OverrunListener;
}

/** One OceanBase database: half of the pool writes, half of it reads. */
export class OceanBaseDatabase extends Database {
  private closed: Promise<void> | undefined;

  private constructor(
    private readonly pool: OceanBasePool,
    readonly unitOfWork: OceanBaseUnitOfWork,
  ) {
    super();
  }

  /** Connects, checks that the server is one we can work on, and migrates. @throws StartError */
  static async open(options: OceanBaseDatabaseOptions): Promise<OceanBaseDatabase> {
    try {
      return await OceanBaseDatabase.connect(options);
    } catch (error) {
      throw startErrorOf(error);
    }
  }

  async check(): Promise<void> {
    await this.unitOfWork.reader.query(CHECK, []);
  }

  /** The engine checks its blocks itself; what is ours to check are the hash chains. */
  verify(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  async statistics(): Promise<DatabaseStatistics> {
    const [journal] = await this.unitOfWork.reader.query<{ sources: number }>(JOURNAL_DEPTH, []);
    return { walBytes: 0, journaledSources: journal?.sources ?? 0, queuedUnits: this.unitOfWork.queuedUnits };
  }

  close(): Promise<void> {
    this.closed ??= this.unitOfWork.close().then(() => this.pool.close());
    return this.closed;
  }

  private static async connect({ config, clock, observer, limits, onOverrun }: OceanBaseDatabaseOptions) {
    const pool = await OceanBasePool.open(config, observer);
    try {
      const connection = await pool.acquire();
      try {
        await requireMySqlMode(connection);
        await migrateOceanBase(connection, clock);
      } finally {
        await connection.destroy();
      }
    } catch (error) {
      await pool.close().catch(() => undefined);
      throw error;
    }
    const half = Math.max(1, Math.floor(config.poolSize / 2));
    const unitOfWork = new OceanBaseUnitOfWork({
      pool,
      reader: new OceanBaseReader(pool, half),
      writers: half,
      ...(limits && { limits }),
      ...(onOverrun && { onOverrun }),
    });
    return new OceanBaseDatabase(pool, unitOfWork);
  }
}

/** seekdb leaves the mode empty. */
async function requireMySqlMode(connection: OceanBaseConnection): Promise<void> {
  const rows = await connection.control<{ Value: string }>(
    "SHOW VARIABLES LIKE 'ob_compatibility_mode'",
    "database.compatibility-mode",
  );
  const mode = rows[0]?.Value ?? "";
  if (mode === "" || mode.toUpperCase() === "MYSQL") return;
  throw new StartError("The tenant is not in MySQL mode.", "Create a tenant with ob_compatibility_mode 'mysql'.");
}

const VARIABLE = "POWERCONTEXT_SERVER_DATABASE_URL";

const HINTS: Readonly<Record<number, readonly [problem: string, hint: string]>> = {
  1045: [
    "The database refused the user or password.",
    `Check both in ${VARIABLE}. A wrong tenant is refused with the same words: write user@tenant.`,
  ],
  1049: ["There is no such database.", `Create it, or name another in ${VARIABLE}.`],
  1142: ["The database user lacks a privilege.", "Grant SELECT, INSERT, UPDATE, DELETE, CREATE, ALTER, INDEX on it."],
  1044: ["The database user may not use this database.", "Grant it the privileges the documentation lists."],
};

function startErrorOf(error: unknown): unknown {
  if (!(error instanceof StorageError)) return error;
  const known = HINTS[Number(error.errno)];
  if (known) return new StartError(...known);
  if (error.kind === "unavailable" || error.kind === "connection_lost" || error.kind === "timeout") {
    return new StartError(
      `The database cannot be reached (${String(error.errno)}).`,
      `Check that it runs and that ${VARIABLE} names its host and port. An engine may need minutes to boot.`,
    );
  }
  return new StartError(`The database could not be opened: ${error.message}.`, `Check ${VARIABLE}.`);
}
