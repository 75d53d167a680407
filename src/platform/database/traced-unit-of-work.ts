import type { Tracer } from "../../kernel/tracer.port.js";
import {
  type DbSession,
  type HeldRows,
  type SqlValue,
  type Statement,
  Tx,
  UnitOfWork,
} from "../../kernel/unit-of-work.port.js";
import type { DatabaseKind } from "../config/database.config.js";

/** The events of a unit's span. Before the first it waits for its writer, after the last for its commit. */
const BEGUN = "begun";
const WORKED = "worked";

/**
 * A unit of work, and every statement in and outside of one, as a span under the statement's name. What is part of nothing, as
 * the gauges of a scrape, is not recorded.
 */
export class TracedUnitOfWork extends UnitOfWork {
  readonly reader: DbSession;
  private readonly statements: StatementSpans;

  constructor(
    private readonly inner: UnitOfWork,
    private readonly tracer: Tracer,
    kind: DatabaseKind,
  ) {
    super();
    this.statements = new StatementSpans(tracer, kind);
    this.reader = {
      query: <Row>(statement: Statement, parameters: readonly SqlValue[]) =>
        this.statements.ofRead(statement, () => inner.reader.query<Row>(statement, parameters)),
    };
  }

  override run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    if (this.tracer.current() === undefined) return this.inner.run(work);
    return this.tracer.trace({ name: "unit of work" }, (span) =>
      this.inner.run(async (tx) => {
        span.event(BEGUN);
        span.set({ "powercontext.unit.attempts": tx.attempt });
        const result = await work(new TracedTx(tx, this.statements));
        span.event(WORKED);
        return result;
      }),
    );
  }
}

class TracedTx extends Tx {
  readonly attempt: number;

  constructor(
    private readonly tx: Tx,
    private readonly statements: StatementSpans,
  ) {
    super();
    this.attempt = tx.attempt;
  }

  override query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.statements.ofRead(statement, () => this.tx.query<Row>(statement, parameters));
  }

  override queryForUpdate<Row>(
    statement: Statement,
    parameters: readonly SqlValue[],
    held?: HeldRows,
  ): Promise<readonly Row[]> {
    return this.statements.ofRead(statement, () => this.tx.queryForUpdate<Row>(statement, parameters, held));
  }

  override execute(statement: Statement, parameters: readonly SqlValue[]): Promise<number> {
    return this.statements.ofWrite(statement, () => this.tx.execute(statement, parameters));
  }
}

/** The name says which statement it is; its text may be as long as a list of ids, and its values are content. */
class StatementSpans {
  constructor(
    private readonly tracer: Tracer,
    private readonly kind: DatabaseKind,
  ) {}

  ofRead<Row>({ name }: Statement, run: () => Promise<readonly Row[]>): Promise<readonly Row[]> {
    if (this.tracer.current() === undefined) return run();
    return this.tracer.trace(this.start(name), async (span) => {
      const rows = await run();
      span.set({ "db.response.returned_rows": rows.length });
      return rows;
    });
  }

  ofWrite({ name }: Statement, run: () => Promise<number>): Promise<number> {
    return this.tracer.trace(this.start(name), run);
  }

  private start(name: string) {
    return { name, kind: "client", attributes: { "db.system.name": this.kind } } as const;
  }
}
