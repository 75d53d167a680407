import {
  Tx,
  UnitOfWork,
  type DbSession,
  type HeldRows,
  type SqlValue,
  type Statement,
} from "../../src/kernel/unit-of-work.port.js";

/** What a process that is gone answers: nothing, which its own code sees as a failure of everything. */
export class Died extends Error {
  constructor() {
    super("the process died here");
  }
}

/**
 * Behaves as for a process that dies after so many steps: statements, and the moments before and after each commit. From then
 * on nothing of it reaches the database.
 */
export class DyingUnitOfWork extends UnitOfWork {
  readonly reader: DbSession;
  private taken = 0;

  constructor(
    private readonly inner: UnitOfWork,
    private readonly lives: number,
  ) {
    super();
    this.reader = {
      query: async <Row>(statement: Statement, parameters: readonly SqlValue[]) => {
        this.step();
        return inner.reader.query<Row>(statement, parameters);
      },
    };
  }

  get steps(): number {
    return this.taken;
  }

  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    this.step();
    const result = await this.inner.run(async (tx) => {
      const made = await work(new DyingTx(tx, this.step.bind(this)));
      this.step();
      return made;
    });
    this.step();
    return result;
  }

  private step(): void {
    this.taken += 1;
    if (this.taken > this.lives) throw new Died();
  }
}

class DyingTx extends Tx {
  readonly attempt: number;

  constructor(
    private readonly inner: Tx,
    private readonly step: () => void,
  ) {
    super();
    this.attempt = inner.attempt;
  }

  async query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    this.step();
    return this.inner.query<Row>(statement, parameters);
  }

  async queryForUpdate<Row>(
    statement: Statement,
    parameters: readonly SqlValue[],
    held?: HeldRows,
  ): Promise<readonly Row[]> {
    this.step();
    return this.inner.queryForUpdate<Row>(statement, parameters, held);
  }

  async execute(statement: Statement, parameters: readonly SqlValue[]): Promise<number> {
    this.step();
    return this.inner.execute(statement, parameters);
  }
}
