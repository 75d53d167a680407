import type { Duplex } from "node:stream";

import type { PoolConnection } from "mysql2";
import type { QueryRunner } from "typeorm";

import { StorageError } from "../../kernel/storage-error.js";
import type { HeldRows, SqlValue, Statement } from "../../kernel/unit-of-work.port.js";
import type { StatementObserver } from "./statement-observer.js";
import { toStorageError } from "./storage-errors.oceanbase.js";
import type { UnitConnection } from "./unit-tx.js";

/** How long after the engine's own limit a statement is given up on our side. */
const GRACE_MS = 1_000;
/** The number of the error that says so. */
export const NO_ANSWER = "NO_ANSWER";

export interface ConnectionOptions {
  /** The engine ends a statement after this; so do we, a little later, when it does not answer at all. */
  readonly statementTimeoutMs: number;
  readonly observer: StatementObserver | undefined;
  /** Told when a statement was given up on our side. */
  readonly onSilence: () => void;
}

/** One pooled connection in one caller's hands. */
export class OceanBaseConnection implements UnitConnection {
  private readonly waiting = new Set<(error: StorageError) => void>();

  constructor(
    private readonly runner: QueryRunner,
    private readonly connection: PoolConnection,
    private readonly options: ConnectionOptions,
  ) {}

  /** @throws StorageError */
  async query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    const { records } = await this.run(statement, parameters);
    this.options.observer?.({ statement, parameters: parameters.length, rows: records.length });
    return records as readonly Row[];
  }

  /** @throws StorageError */
  queryForUpdate<Row>(
    { name, sql }: Statement,
    parameters: readonly SqlValue[],
    held: HeldRows,
  ): Promise<readonly Row[]> {
    const suffix = held === "skip" ? "FOR UPDATE SKIP LOCKED" : "FOR UPDATE";
    return this.query<Row>({ name, sql: `${sql} ${suffix}` }, parameters);
  }

  /** @returns matched rows. @throws StorageError */
  async execute(statement: Statement, parameters: readonly SqlValue[]): Promise<number> {
    const { affected } = await this.run(statement, parameters);
    this.options.observer?.({ statement, parameters: parameters.length, rows: 0 });
    if (affected === undefined) throw new TypeError(`${statement.name} is not an INSERT, UPDATE or DELETE`);
    return affected;
  }

  /** A transaction verb, a lock or DDL: fixed text, not observed. @throws StorageError */
  async control<Row>(sql: string, name = sql, limitMs?: number): Promise<readonly Row[]> {
    const { records } = await this.run({ name, sql }, [], limitMs);
    return records as readonly Row[];
  }

  /** Back to the pool: only for a connection without an open or doubtful transaction. */
  async release(): Promise<void> {
    await this.runner.release();
  }

  /** Closes the socket, so that the engine rolls back whatever was open, and fails the statements that still wait. */
  async destroy(): Promise<void> {
    this.connection.destroy();
    // The driver says goodbye politely and would wait for a peer that is gone; it also forgets to tell the waiting.
    (this.connection as { readonly stream?: Duplex }).stream?.destroy();
    for (const giveUp of this.waiting) giveUp(new StorageError("connection_lost", "DESTROYED", "oceanbase.destroy"));
    await this.runner.release();
  }

  private async run(
    statement: Statement,
    parameters: readonly SqlValue[],
    limitMs?: number,
  ): Promise<StructuredResult> {
    const result = this.runner.query(statement.sql, parameters as SqlValue[], true) as Promise<StructuredResult>;
    let giveUp: (error: StorageError) => void = () => undefined;
    const givenUp = new Promise<never>((_, reject) => {
      giveUp = reject;
    });
    const timer = setTimeout(
      () => {
        this.options.onSilence();
        giveUp(new StorageError("connection_lost", NO_ANSWER, statement.name));
      },
      limitMs ?? this.options.statementTimeoutMs + GRACE_MS,
    );
    this.waiting.add(giveUp);
    try {
      return await Promise.race([result, givenUp]);
    } catch (error) {
      throw toStorageError(error, statement.name);
    } finally {
      clearTimeout(timer);
      this.waiting.delete(giveUp);
    }
  }
}

interface StructuredResult {
  readonly records: unknown[];
  readonly affected?: number;
}
