import type { SqlValue, Statement } from "../../src/kernel/unit-of-work.port.js";
import type { OpenAdapters } from "../../test/conformance/harness.js";

export type DatabaseKind = "sqlite" | "oceanbase";

/** The database under the servers of a run: how they, the loader and the checks reach it. */
export interface Target {
  readonly kind: DatabaseKind;
  /** Settings of a server with this data directory, without prefix. Makes its database when there is none. */
  settings(dataDir: string): Promise<Readonly<Record<string, string>>>;
  /** Creates or opens that database with the product's tables. Every scope takes a run of these distinct texts. */
  openLoader(dataDir: string, texts: readonly string[]): Promise<ScopeLoader>;
  /** That database, past everything of the product but its driver. */
  openSession(dataDir: string): Promise<RawSession>;
  /** The product's adapters in this process, over an empty database of their own. */
  openAdapters(): Promise<OpenAdapters>;
  close(): Promise<void>;
}

/**
 * Fills a database with the rows that so many calls of remember would leave, in a hundredth of the time: the product's
 * policies make contents, hashes and postings, SQL copies them. `loaderDifferences` proves that the rows are the same.
 */
export interface ScopeLoader {
  /** A new scope with `entries` Revisions of one remembered text each, from the pool's text `first` on, round and round. */
  addScope(scopeId: string, entries: number, first: number): Promise<void>;
  close(): Promise<void>;
}

export interface RawSession {
  query<Row>(statement: Statement, parameters: readonly SqlValue[]): Promise<readonly Row[]>;
  execute(statement: Statement, parameters: readonly SqlValue[]): Promise<number>;
  /** Transaction verbs and DDL. */
  control(sql: string): Promise<unknown>;
  close(): Promise<void>;
}
