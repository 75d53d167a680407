import * as mysql from "mysql2";
import type { PoolConnection, PoolOptions, TypeCastField } from "mysql2";
import { DataSource, type QueryRunner } from "typeorm";

import { StorageError } from "../../kernel/storage-error.js";
import type { OceanBaseConfig } from "../config/oceanbase.config.js";
import { OceanBaseConnection } from "./connection.oceanbase.js";
import type { StatementObserver } from "./statement-observer.js";
import { toStorageError } from "./storage-errors.oceanbase.js";
import { WRITER_LIMITS } from "./unit-limits.js";

const CONNECT_TIMEOUT_MS = 2_000;
/** How long nobody knocks again at a server that did not open in time: whoever waits then is refused at once. */
const SILENCE_MS = 1_000;
const CLOSE_LIMIT_MS = 2_000;
/** How long the engine keeps a transaction whose client says nothing. A unit is over before that. */
const IDLE_MS = 2 * WRITER_LIMITS.unitMs;
/** How long a row lock is waited for. Short, because the engine finds no deadlocks: both sides wait it out. */
const LOCK_WAIT_MS = 2_000;

/** The connections to one database. Each is set up alike before its first use. */
export class OceanBasePool {
  private closed = false;
  private silentUntil = 0;
  /** When a connection last failed to answer: those that are older than this may be as dead. */
  private lastSilence = 0;
  /** When each connection was set up. */
  private readonly births = new WeakMap<PoolConnection, number>();

  private constructor(
    private readonly source: DataSource,
    private readonly config: OceanBaseConfig,
    private readonly observer: StatementObserver | undefined,
  ) {}

  /** @throws StorageError when no connection is to be had */
  static async open(config: OceanBaseConfig, observer?: StatementObserver): Promise<OceanBasePool> {
    const { user, password, database } = config;
    let opened: mysql.Pool | undefined;
    const source = new DataSource({
      type: "mysql",
      connectorPackage: "mysql2",
      driver: { ...mysql, createPool: (options: PoolOptions) => (opened = createPool(options)) },
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
      const silence = new StorageError("unavailable", "ETIMEDOUT", "oceanbase.connect");
      await withinLimit(source.initialize(), CONNECT_TIMEOUT_MS + config.statementTimeoutMs, silence);
    } catch (error) {
      opened?.end(() => undefined);
      throw connectError(error, "oceanbase.connect");
    }
    return new OceanBasePool(source, config, observer);
  }

  /** A connection for one caller, to be released or destroyed. @throws StorageError */
  async acquire(): Promise<OceanBaseConnection> {
    for (;;) {
      const { connection, birth } = await this.connect();
      if (birth >= this.lastSilence) return connection;
      await connection.destroy();
    }
  }

  private async connect(): Promise<{ readonly connection: OceanBaseConnection; readonly birth: number }> {
    if (this.closed) throw new StorageError("unavailable", "CLOSED", "oceanbase.acquire");
    if (performance.now() < this.silentUntil) throw new StorageError("unavailable", "ETIMEDOUT", "oceanbase.acquire");
    const runner = this.source.createQueryRunner();
    try {
      const pooled = (await runner.connect()) as PoolConnection;
      const connection = this.wrap(runner, pooled);
      const birth = this.births.get(pooled) ?? (await this.setUp(pooled, connection));
      return { connection, birth };
    } catch (error) {
      await runner.release().catch(() => undefined);
      const failure = connectError(error, "oceanbase.acquire");
      if (failure.errno === "ETIMEDOUT") this.silentUntil = performance.now() + SILENCE_MS;
      throw failure;
    }
  }

  private wrap(runner: QueryRunner, pooled: PoolConnection): OceanBaseConnection {
    return new OceanBaseConnection(runner, pooled, {
      statementTimeoutMs: this.config.statementTimeoutMs,
      observer: this.observer,
      onSilence: () => {
        this.lastSilence = performance.now();
      },
    });
  }

  /** Nothing may run on a connection without these settings. */
  private async setUp(pooled: PoolConnection, connection: OceanBaseConnection): Promise<number> {
    try {
      await connection.control(sessionSettings(this.config), "oceanbase.session");
    } catch (error) {
      await connection.destroy();
      throw error;
    }
    const birth = performance.now();
    this.births.set(pooled, birth);
    return birth;
  }

  /** Says goodbye on every connection; a peer that does not listen, or is gone, is not waited for. */
  async close(): Promise<void> {
    this.closed = true;
    await withinLimit(this.source.destroy(), CLOSE_LIMIT_MS, new Error("late")).catch(() => undefined);
  }
}

async function withinLimit<T>(work: Promise<T>, limitMs: number, late: Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, limitMs, late);
  });
  try {
    return await Promise.race([work, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** Whatever ended a connection that was not made yet, it had no effect. */
function connectError(error: unknown, statement: string): StorageError {
  const failure = toStorageError(error, statement);
  return failure.kind === "connection_lost" ? new StorageError("unavailable", failure.errno, statement) : failure;
}

function createPool(options: PoolOptions): mysql.Pool {
  const pool = mysql.createPool(options);
  pool.on("connection", (connection) => {
    // Whoever uses it hears of its end; that the driver reports it once more must not end the process.
    connection.on("error", () => undefined);
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
    `ob_trx_timeout = ${micros(WRITER_LIMITS.unitMs + statementTimeoutMs)}`,
    `ob_trx_lock_timeout = ${micros(LOCK_WAIT_MS)}`,
    `ob_trx_idle_timeout = ${micros(IDLE_MS)}`,
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
