import {
  Tx,
  UnitOfWork,
  type DbSession,
  type HeldRows,
  type SqlValue,
  type Statement,
} from "../../src/kernel/unit-of-work.port.js";

/** Behaves as when the answer of a commit is lost: the unit is committed, then run once more as a second attempt. */
export class RepeatingUnitOfWork extends UnitOfWork {
  readonly reader: DbSession;

  /** @param between what others do after the commit and before the repetition */
  constructor(
    private readonly inner: UnitOfWork,
    private readonly between: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    super();
    this.reader = inner.reader;
  }

  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    await this.inner.run(work);
    await this.between();
    return this.inner.run((tx) => work(new SecondAttempt(tx)));
  }
}

class SecondAttempt extends Tx {
  readonly attempt = 2;

  constructor(private readonly inner: Tx) {
    super();
  }

  query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.inner.query<Row>(statement, parameters);
  }

  queryForUpdate<Row>(statement: Statement, parameters: readonly SqlValue[], held?: HeldRows): Promise<readonly Row[]> {
    return this.inner.queryForUpdate<Row>(statement, parameters, held);
  }

  execute(statement: Statement, parameters: readonly SqlValue[]): Promise<number> {
    return this.inner.execute(statement, parameters);
  }
}
