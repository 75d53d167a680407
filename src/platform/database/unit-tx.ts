import { StorageError } from "../../kernel/storage-error.js";
import { Tx, type HeldRows, type SqlValue, type Statement } from "../../kernel/unit-of-work.port.js";

/** A connection as a unit uses it: one statement at a time, inside a transaction somebody else opened. */
export interface UnitConnection {
  query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]>;
  queryForUpdate<Row>(statement: Statement, parameters: readonly SqlValue[], held: HeldRows): Promise<readonly Row[]>;
  execute(statement: Statement, parameters: readonly SqlValue[]): Promise<number>;
}

/** One unit's door to its connection; closed when the unit is over. */
export class UnitTx extends Tx {
  wrote = false;
  /** Set when a statement failed in a way that may have ended the transaction: nothing of the unit may be committed. */
  failure: StorageError | undefined;
  private open = true;
  private readonly running = new Set<Promise<unknown>>();

  constructor(
    private readonly connection: UnitConnection,
    readonly attempt: number,
  ) {
    super();
  }

  query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.guarded(() => this.connection.query<Row>(statement, parameters));
  }

  queryForUpdate<Row>(
    statement: Statement,
    parameters: readonly SqlValue[],
    held: HeldRows = "wait",
  ): Promise<readonly Row[]> {
    return this.guarded(() => this.connection.queryForUpdate<Row>(statement, parameters, held));
  }

  execute(statement: Statement, parameters: readonly SqlValue[]): Promise<number> {
    return this.guarded(async () => {
      const affected = await this.connection.execute(statement, parameters);
      this.wrote = true;
      return affected;
    });
  }

  /** The unit took too long: refuses further statements at once. */
  abandon(): StorageError {
    this.failure ??= new StorageError("busy", "UNIT_OVERRUN", "unit-of-work.run");
    return this.failure;
  }

  /** Refuses further statements and resolves when the running ones are over. */
  async end(): Promise<void> {
    this.open = false;
    await Promise.allSettled(this.running);
  }

  private async guarded<T>(start: () => Promise<T>): Promise<T> {
    if (!this.open) throw new Error("A Tx was used after its unit of work had ended.");
    if (this.failure) throw this.failure;
    const running = start();
    this.running.add(running);
    try {
      return await running;
    } catch (error) {
      if (error instanceof StorageError && error.kind !== "duplicate_key") this.failure = error;
      throw error;
    } finally {
      this.running.delete(running);
    }
  }
}
