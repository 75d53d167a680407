import { basename } from "node:path";

import type { SqlValue, Statement } from "../../src/kernel/unit-of-work.port.js";
import { OceanBaseConfig } from "../../src/platform/config/oceanbase.config.js";
import type { OceanBaseConnection } from "../../src/platform/database/connection.oceanbase.js";
import { OceanBaseDatabase } from "../../src/platform/database/database.oceanbase.js";
import { OceanBasePool } from "../../src/platform/database/pool.oceanbase.js";
import { SystemClock } from "../../src/platform/database/system-clock.js";
import { openOceanBaseAdapters } from "../../test/adapters/oceanbase.family.js";
import type { OpenAdapters } from "../../test/conformance/harness.js";
import { OceanBaseLoader } from "./bulk-loader.oceanbase.js";
import { Engine } from "./engine.js";
import { SingleInserts } from "./single-inserts.js";
import type { RawSession, ScopeLoader, Target } from "./target.js";

/** Loads are larger than what a request may do. */
const LOAD_STATEMENT_TIMEOUT_MS = 60_000;
const SERVER_STATEMENT_TIMEOUT_MS = 10_000;

/** One engine for the run, and on it a database for each data directory. They go with the engine: dropping takes seconds. */
export class OceanBaseTarget implements Target {
  readonly kind = "oceanbase";

  private constructor(
    private readonly engine: Engine,
    private readonly partitions = 1,
  ) {}

  static async start(): Promise<OceanBaseTarget> {
    return new OceanBaseTarget(await Engine.start());
  }

  async settings(dataDir: string): Promise<Readonly<Record<string, string>>> {
    const database = await this.createDatabase(dataDir);
    const partitions = this.partitions === 1 ? {} : { DATABASE_PARTITIONS: String(this.partitions) };
    return { DATABASE_KIND: "oceanbase", DATABASE_URL: this.engine.urlOf(database), ...partitions };
  }

  enginePids(): readonly number[] {
    return this.engine.pids;
  }

  /** The same engine, where new databases have so many partitions. */
  partitioned(partitions: number): OceanBaseTarget {
    return new OceanBaseTarget(this.engine, partitions);
  }

  /** Makes the database with the product's tables. */
  async make(dataDir: string): Promise<void> {
    const config = this.configOf(await this.createDatabase(dataDir));
    await (await OceanBaseDatabase.open({ config, clock: new SystemClock() })).close();
  }

  async openLoader(dataDir: string, texts: readonly string[]): Promise<ScopeLoader> {
    await this.make(dataDir);
    const database = await this.createDatabase(dataDir);
    return OceanBaseLoader.open(await this.openSession(dataDir), `${database}_pool`, texts);
  }

  async openSession(dataDir: string): Promise<RawSession> {
    return EngineSession.open(this.configOf(await this.createDatabase(dataDir)));
  }

  openAdapters(): Promise<OpenAdapters> {
    return openOceanBaseAdapters(this.configOf("test", SERVER_STATEMENT_TIMEOUT_MS));
  }

  async openSingleInserts(connections: number): Promise<SingleInserts> {
    const database = await this.createDatabase("single_inserts");
    return SingleInserts.open(this.engine.addressOf(database), connections);
  }

  close(): Promise<void> {
    return this.engine.stop();
  }

  private configOf(database: string, statementTimeoutMs = LOAD_STATEMENT_TIMEOUT_MS): OceanBaseConfig {
    const limits = { poolSize: 2, statementTimeoutMs, partitions: this.partitions };
    return new OceanBaseConfig({ ...this.engine.addressOf(database), ...limits });
  }

  private async createDatabase(dataDir: string): Promise<string> {
    const name = basename(dataDir).replace(/\W/gu, "_").toLowerCase();
    const session = await EngineSession.open(this.configOf("test"));
    await session.control(`CREATE DATABASE IF NOT EXISTS ${name}`);
    await session.close();
    return name;
  }
}

/** One connection through the product's driver. */
class EngineSession implements RawSession {
  private constructor(
    private readonly pool: OceanBasePool,
    private readonly connection: OceanBaseConnection,
  ) {}

  static async open(config: OceanBaseConfig): Promise<EngineSession> {
    const pool = await OceanBasePool.open(config);
    return new EngineSession(pool, await pool.acquire());
  }

  query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.connection.query<Row>(statement, parameters);
  }

  execute(statement: Statement, parameters: readonly SqlValue[]): Promise<number> {
    return this.connection.execute(statement, parameters);
  }

  control(sql: string): Promise<unknown> {
    return this.connection.control(sql);
  }

  async close(): Promise<void> {
    await this.connection.release();
    await this.pool.close();
  }
}
