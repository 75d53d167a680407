import { asScopeId } from "../../src/kernel/ids.js";
import { Tx, type SqlValue, type Statement } from "../../src/kernel/unit-of-work.port.js";
import { SqlScopeDirectory } from "../../src/platform/database/scope-directory.repository.js";
import { SqliteSourceJournal } from "../../src/source/adapters/source-journal.sqlite.js";
import { payloadHash } from "../../src/source/domain/payload.policy.js";
import type { CapturedText } from "./captured-text.js";
import { createFile, type DatabaseConnection, openConnection } from "./database-file.js";

/** Commits captures one by one, without a server or a queue: BEGIN IMMEDIATE, the statements of a capture, durable COMMIT. */
export class LoneCaptures {
  private readonly scopes = new SqlScopeDirectory();
  private readonly journal = new SqliteSourceJournal();
  private count = 0;

  private constructor(private readonly connection: DatabaseConnection) {}

  static async open(path: string): Promise<LoneCaptures> {
    await createFile(path);
    return new LoneCaptures(await openConnection(path, ["synchronous=FULL", "wal_autocheckpoint=4000"]));
  }

  /** @returns commits per second. */
  async run(milliseconds: number, next: () => CapturedText): Promise<number> {
    const began = performance.now();
    let commits = 0;
    while (performance.now() - began < milliseconds) {
      const { scopeId, content } = next();
      await this.capture(scopeId, content);
      commits++;
    }
    return commits / ((performance.now() - began) / 1_000);
  }

  close(): Promise<void> {
    return this.connection.close();
  }

  private async capture(scopeId: string, content: string): Promise<void> {
    const tx = new BareTx(this.connection);
    await this.connection.control("BEGIN IMMEDIATE");
    const scope = await this.scopes.open(tx, asScopeId(scopeId));
    const sourceId = `lone-${String(this.count++)}`;
    const hash = payloadHash(content, undefined);
    await this.journal.append(tx, scope, {
      type: "content",
      sourceId,
      content,
      metadata: undefined,
      payloadHash: hash,
    });
    await this.connection.control("COMMIT");
  }
}

/** Passes statements on. */
class BareTx extends Tx {
  readonly attempt = 1;

  constructor(private readonly connection: DatabaseConnection) {
    super();
  }

  query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.connection.query<Row>(statement, parameters);
  }

  queryForUpdate<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]> {
    return this.connection.query<Row>(statement, parameters);
  }

  execute(statement: Statement, parameters: readonly SqlValue[]): Promise<number> {
    return this.connection.execute(statement, parameters);
  }
}
