/** One SQL text under a name. The name, never the text, appears in errors, logs and metrics. */
export interface Statement {
  readonly name: string;
  readonly sql: string;
}

export type SqlValue = string | number | Buffer | null;

/** A part of a statement with the values of its place holders, in order. */
export interface SqlFragment {
  readonly sql: string;
  readonly parameters: readonly SqlValue[];
}

/** A door to read committed rows. One statement is one snapshot; two statements are two. */
export interface DbSession {
  /** @throws StorageError */
  query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]>;
}

/** What becomes of rows that another transaction has locked. */
export type HeldRows = "wait" | "skip";

/**
 * The same door inside one unit of work: it sees the unit's own writes and is unusable once the unit has ended.
 * Nominal, so that a plain session is never taken for a place to write.
 */
export abstract class Tx implements DbSession {
  private readonly writable = true;
  /** 1 on the first run of the unit. Above 1, an earlier run may have committed: look for your own operation first. */
  abstract readonly attempt: number;
  /** @throws StorageError */
  abstract query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]>;
  /**
   * Reads rows and locks them until the unit ends. Locking a missing row locks nothing. A row that somebody else holds is
   * waited for, or left out when `held` says so.
   *
   * @throws StorageError
   */
  abstract queryForUpdate<Row>(
    statement: Statement,
    parameters: readonly SqlValue[],
    held?: HeldRows,
  ): Promise<readonly Row[]>;
  /** Runs one INSERT, UPDATE or DELETE. @returns the number of affected rows. @throws StorageError */
  abstract execute(statement: Statement, parameters: readonly SqlValue[]): Promise<number>;
}

/** Proven by test/conformance/unit-of-work.conformance.ts. */
export abstract class UnitOfWork {
  /** Committed state, for everything outside a unit. */
  abstract readonly reader: DbSession;

  /**
   * Runs `work` in one transaction and resolves after its commit is durable. All of it happens or nothing does: when
   * `work` throws, nothing it wrote remains and the error is passed on. `work` may run more than once, so whatever must
   * be the same in each run (ids, salts) is drawn outside. Units do not nest.
   *
   * @throws DomainError `overloaded` when the queue of writers is full or the wait too long, `runtime_not_ready` when the
   *   database is closed; StorageError when the database fails.
   */
  abstract run<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}
