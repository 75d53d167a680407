import { setTimeout as delay } from "node:timers/promises";

import type { Clock } from "../../kernel/clock.port.js";
import { StorageError } from "../../kernel/storage-error.js";
import type { OceanBaseConfig } from "../config/oceanbase.config.js";
import type { OceanBaseConnection } from "./connection.oceanbase.js";
import { Database, type DatabaseLoad, type DatabaseStatistics } from "./database.port.js";
import { OceanBaseDerivedTables } from "./derived-tables.oceanbase.js";
import { readMigrationSteps } from "./migration-files.js";
import { migrateOceanBase, type OtherPartitionsListener } from "./migrations.oceanbase.js";
import { OceanBasePool } from "./pool.oceanbase.js";
import { OceanBaseReader } from "./reader.oceanbase.js";
import { SchemaWatch, type SchemaListener } from "./schema-watch.js";
import { requireUsableServer, SERVER_VARIABLES, type ServerVariables } from "./server-check.policy.js";
import { isNotUpYet, toStartError } from "./start-errors.oceanbase.js";
import type { StatementObserver } from "./statement-observer.js";
import { WRITER_LIMITS, type OverrunListener, type WriterLimits } from "./unit-limits.js";
import { OceanBaseUnitOfWork } from "./unit-of-work.oceanbase.js";

// Positions have no holes, so the heads know how many Sources there are.
const JOURNAL_DEPTH = {
  name: "database.journal-depth",
  sql: "SELECT CAST(COALESCE(SUM(position), 0) AS SIGNED) AS sources FROM journal_head",
};

/** Containers are started together: the engine may be the last to be ready. */
const START_PATIENCE_MS = 30_000;
const START_RETRY_MS = 500;

export interface OceanBaseDatabaseOptions {
  readonly config: OceanBaseConfig;
  readonly clock: Clock;
  readonly observer?: StatementObserver | undefined;
  readonly limits?: WriterLimits;
  readonly onOverrun?: OverrunListener;
  readonly onNewerSchema?: SchemaListener;
  /** How long a database that is not up yet is waited for. */
  readonly patienceMs?: number;
  /** Told once, with the number of the error, when there is something to wait for. */
  readonly onWaiting?: (errno: number | string, patienceMs: number) => void;
  readonly onOtherPartitions?: OtherPartitionsListener | undefined;
}

/** One OceanBase database: half of the pool writes, half of it reads. */
export class OceanBaseDatabase extends Database {
  readonly tables: OceanBaseDerivedTables;
  private readonly schema: SchemaWatch;
  private closed: Promise<void> | undefined;

  private constructor(
    private readonly pool: OceanBasePool,
    private readonly reader: OceanBaseReader,
    readonly unitOfWork: OceanBaseUnitOfWork,
    private readonly poolSize: number,
    onNewerSchema: SchemaListener | undefined,
  ) {
    super();
    this.schema = new SchemaWatch(unitOfWork, readMigrationSteps("oceanbase").length, onNewerSchema);
    this.tables = new OceanBaseDerivedTables(pool);
  }

  get load(): DatabaseLoad {
    return {
      queuedUnits: this.unitOfWork.queuedUnits,
      repeatedUnits: this.unitOfWork.repeatedUnits,
      connections: this.poolSize,
      busyConnections: this.reader.busy + this.unitOfWork.busy,
      waitingReads: this.reader.waitingReads,
    };
  }

  /** Connects, checks that the server is one we can work on, and migrates. @throws StartError */
  static async open(options: OceanBaseDatabaseOptions): Promise<OceanBaseDatabase> {
    const patienceMs = options.patienceMs ?? START_PATIENCE_MS;
    const deadline = performance.now() + patienceMs;
    for (let attempt = 1; ; attempt++) {
      try {
        return await OceanBaseDatabase.connect(options);
      } catch (error) {
        if (!isNotUpYet(error) || performance.now() >= deadline) throw toStartError(error);
        if (attempt === 1 && error instanceof StorageError) options.onWaiting?.(error.errno, patienceMs);
      }
      await delay(START_RETRY_MS);
    }
  }

  check(): Promise<void> {
    return this.schema.check();
  }

  /** The engine checks its blocks itself; what is ours to check are the hash chains. */
  verify(): Promise<readonly string[]> {
    return Promise.resolve([]);
  }

  async statistics(): Promise<DatabaseStatistics> {
    const [journal] = await this.reader.query<{ sources: number }>(JOURNAL_DEPTH, []);
    return { walBytes: 0, journaledSources: journal?.sources ?? 0 };
  }

  close(): Promise<void> {
    this.closed ??= this.unitOfWork.close().then(() => this.pool.close());
    return this.closed;
  }

  private static async connect({
    config,
    clock,
    observer,
    limits = WRITER_LIMITS,
    onOverrun,
    onNewerSchema,
    onOtherPartitions,
  }: OceanBaseDatabaseOptions) {
    const pool = await OceanBasePool.open(config, observer);
    try {
      const connection = await pool.acquire();
      try {
        requireUsableServer(await readVariables(connection));
      } finally {
        await connection.release();
      }
      await migrateOceanBase(pool, { clock, partitions: config.partitions, onOtherPartitions });
    } catch (error) {
      await pool.close().catch(() => undefined);
      throw error;
    }
    const half = Math.max(1, Math.floor(config.poolSize / 2));
    const reader = new OceanBaseReader(pool, half, limits);
    const unitOfWork = new OceanBaseUnitOfWork({
      pool,
      reader,
      writers: half,
      limits,
      ...(onOverrun && { onOverrun }),
    });
    return new OceanBaseDatabase(pool, reader, unitOfWork, config.poolSize, onNewerSchema);
  }
}

async function readVariables(connection: OceanBaseConnection): Promise<ServerVariables> {
  const names = SERVER_VARIABLES.map((name) => `'${name}'`).join(", ");
  const rows = await connection.control<{ Variable_name: string; Value: string }>(
    `SHOW VARIABLES WHERE Variable_name IN (${names})`,
    "database.variables",
  );
  return Object.fromEntries(rows.map((row) => [row.Variable_name.toLowerCase(), row.Value]));
}
