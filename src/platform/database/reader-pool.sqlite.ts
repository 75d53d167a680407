import { StorageError } from "../../kernel/storage-error.js";
import type { DbSession, SqlValue, Statement } from "../../kernel/unit-of-work.port.js";
import type { SqliteConnection } from "./connection.sqlite.js";

/** Read-only connections, each with one statement at a time; callers wait in order of arrival. */
export class SqliteReaderPool implements DbSession {
  private readonly idle: SqliteConnection[];
  private readonly waiting: ((connection: SqliteConnection) => void)[] = [];
  private closed = false;

  constructor(private readonly connections: readonly SqliteConnection[]) {
    this.idle = [...connections];
  }

  get size(): number {
    return this.connections.length;
  }

  get busy(): number {
    return this.connections.length - this.idle.length;
  }

  get waitingReads(): number {
    return this.waiting.length;
  }

  async query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    if (this.closed) throw new StorageError("unavailable", "CLOSED", statement.name);
    const connection = this.idle.pop() ?? (await this.next());
    try {
      return await connection.query<Row>(statement, parameters);
    } finally {
      this.release(connection);
    }
  }

  /** Refuses new reads, waits for each connection to become idle, then closes it. */
  async close(): Promise<void> {
    this.closed = true;
    let open = this.connections.length;
    while (open > 0) {
      const connection = this.idle.pop() ?? (await this.next());
      await connection.close();
      open -= 1;
    }
  }

  private next(): Promise<SqliteConnection> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private release(connection: SqliteConnection): void {
    const next = this.waiting.shift();
    if (next) next(connection);
    else this.idle.push(connection);
  }
}
