import * as mysql from "mysql2";
import type { PoolConnection, PoolOptions, TypeCastField } from "mysql2";
import { DataSource } from "typeorm";

import type { OceanBaseConfig } from "../config/oceanbase.config.js";
import { OceanBaseConnection } from "./connection.oceanbase.js";
import type { StatementObserver } from "./statement-observer.js";
import { toStorageError } from "./storage-errors.oceanbase.js";

const CONNECT_TIMEOUT_MS = 2_000;
/** How long a row lock is waited for. Short, because the engine finds no deadlocks: both sides wait it out. */
const LOCK_WAIT_MS = 2_000;

/** The connections to one database. Each is set up alike before its first use. */
export class OceanBasePool {
  private constructor(
    private readonly source: DataSource,
    private readonly statementTimeoutMs: number,
    private readonly observer: StatementObserver | undefined,
  ) {}

  /** @throws StorageError when no connection is to be had */
  static async open(config: OceanBaseConfig, observer?: StatementObserver): Promise<OceanBasePool> {
    const { user, password, database } = config;
    const source = new DataSource({
      type: "mysql",
      connectorPackage: "mysql2",
      // The driver's own pool tells of new connections; TypeORM's hook would miss the first.
      driver: { ...mysql, createPool: (options: PoolOptions) => createPool(options, sessionSettings(config)) },
      ...config.address,
      username: user,
      password,
      database,
      charset: "utf8mb4",
      bigNumberStrings: false,
      poolSize: config.poolSize,
      connectTimeout: CONNECT_TIMEOUT_MS,
      extra: { typeCast, enableKeepAlive: true, connectAttributes: {} },
      logging: false,
    });
    try {
      await source.initialize();
    } catch (error) {
      throw toStorageError(error, "oceanbase.connect");
    }
    return new OceanBasePool(source, config.statementTimeoutMs, observer);
  }

  /** A connection for one caller, to be released or destroyed. @throws StorageError */
  async acquire(): Promise<OceanBaseConnection> {
    const runner = this.source.createQueryRunner();
    try {
      const connection = (await runner.connect()) as PoolConnection;
      const { statementTimeoutMs, observer } = this;
      return new OceanBaseConnection(runner, connection, { statementTimeoutMs, observer });
    } catch (error) {
      await runner.release().catch(() => undefined);
      throw toStorageError(error, "oceanbase.acquire");
    }
  }

  async close(): Promise<void> {
    await this.source.destroy();
  }
}

function createPool(options: PoolOptions, settings: string): mysql.Pool {
  const pool = mysql.createPool(options);
  pool.on("connection", (connection) => {
    // Queued on the connection before the caller's first statement. Without these settings nothing may run on it.
    connection.query(settings, (error) => {
      if (error) connection.destroy();
    });
  });
  return pool;
}

function sessionSettings({ statementTimeoutMs }: OceanBaseConfig): string {
  const micros = (milliseconds: number): string => String(milliseconds * 1_000);
  return [
    "SET time_zone = '+00:00'",
    "transaction_isolation = 'READ-COMMITTED'",
    "autocommit = 1",
    "group_concat_max_len = 1048576",
    `ob_query_timeout = ${micros(statementTimeoutMs)}`,
    `ob_trx_timeout = ${micros(statementTimeoutMs * 3)}`,
    `ob_trx_lock_timeout = ${micros(LOCK_WAIT_MS)}`,
    `ob_trx_idle_timeout = ${micros(statementTimeoutMs * 3)}`,
  ].join(", ");
}

/**
 * Our columns by their wire type: BINARY(n) is bytes, VARBINARY(n) is text compared byte by byte, integers are numbers.
 */
function typeCast(field: TypeCastField, next: () => unknown): unknown {
  if (field.type === "STRING") return field.buffer();
  if (field.type === "VAR_STRING") return field.buffer()?.toString("utf8") ?? null;
  if (field.type === "LONGLONG" || field.type === "LONG" || field.type === "NEWDECIMAL") {
    const text = field.buffer()?.toString("latin1");
    return text === undefined ? null : Number(text);
  }
  return next();
}
