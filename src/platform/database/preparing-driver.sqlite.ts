import sqlite3 from "sqlite3";

/** More than the server has texts; a bound all the same, because a text may come from a list of any length. */
const MAX_STATEMENTS = 200;

type Callback = (this: unknown, error: Error | null, rows?: unknown[]) => void;

/** A connection that compiles each SQL text once and keeps the statement: compiling costs more than running a seek. */
export class PreparingDatabase extends sqlite3.Database {
  /** Least recently used first. */
  private readonly statements = new Map<string, sqlite3.Statement>();

  rows(sql: string, parameters: readonly unknown[]): Promise<readonly unknown[]> {
    return new Promise((resolve, reject) => {
      this.all(sql, parameters, (error: Error | null, rows: readonly unknown[]) => {
        if (error) reject(error);
        else resolve(rows);
      });
    });
  }

  /** @returns the number of rows that an INSERT, UPDATE or DELETE affected. */
  changes(sql: string, parameters: readonly unknown[]): Promise<number> {
    return new Promise((resolve, reject) => {
      this.run(sql, parameters, function (this: sqlite3.RunResult, error: Error | null) {
        if (error) reject(error);
        else resolve(this.changes);
      });
    });
  }

  /** Adds the functions of a loadable library to this connection. */
  load(library: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.loadExtension(library, (error: Error | null) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  override all(sql: string, ...rest: unknown[]): this {
    this.withStatement(sql, rest, (statement, parameters, callback) => statement.all(parameters, callback));
    return this;
  }

  override run(sql: string, ...rest: unknown[]): this {
    this.withStatement(sql, rest, (statement, parameters, callback) => statement.run(parameters, callback));
    return this;
  }

  /** SQLite does not close a connection that still has statements. */
  override close(callback?: (error: Error | null) => void): void {
    for (const statement of this.statements.values()) statement.finalize();
    this.statements.clear();
    super.close(callback);
  }

  private withStatement(
    sql: string,
    rest: readonly unknown[],
    use: (statement: sqlite3.Statement, parameters: unknown, callback: Callback) => void,
  ): void {
    const callback = rest.at(-1) as Callback;
    const parameters = rest.length > 1 ? rest[0] : [];
    const known = this.statements.get(sql);
    if (known) {
      this.keep(sql, known);
      use(known, parameters, callback);
      return;
    }
    const statement = this.prepare(withUnreadLimits(sql), (error: Error | null) => {
      if (error) {
        callback.call(statement, error);
        return;
      }
      this.keep(sql, statement);
      use(statement, parameters, callback);
    });
  }

  private keep(sql: string, statement: sqlite3.Statement): void {
    this.statements.delete(sql);
    this.statements.set(sql, statement);
    if (this.statements.size <= MAX_STATEMENTS) return;
    for (const [oldest, unused] of this.statements) {
      this.statements.delete(oldest);
      unused.finalize();
      return;
    }
  }
}

/**
 * SQLite plans by the value of a limit that is a bare placeholder, and so compiles the statement again for every value bound
 * to it, even the same one. It does not look into an expression.
 */
function withUnreadLimits(sql: string): string {
  return sql.replaceAll("LIMIT ?", "LIMIT ? + 0");
}

/**
 * What TypeORM takes for the driver package. It asks for verbose(), which records a stack trace per call and costs a third
 * of the throughput: this one gives itself.
 */
export const preparingDriver: { Database: typeof PreparingDatabase; verbose(): unknown } = {
  Database: PreparingDatabase,
  verbose() {
    return preparingDriver;
  },
};
