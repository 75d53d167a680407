import type { SqlValue } from "../../src/kernel/unit-of-work.port.js";
import type { EntryContent } from "../../src/memory/domain/entry-content.policy.js";
import { ANALYZER_VERSION } from "../../src/search/domain/analyzer.policy.js";
import { collectionOf } from "../../src/search/domain/collection.policy.js";
import { postingsOf } from "../../src/search/domain/postings.policy.js";
import { contentsOf, FIRST_BUILD, LOADED_SINCE, pooledValues, scopeRows } from "./scope-rows.js";
import type { RawSession, ScopeLoader } from "./target.js";

const BATCH = 500;

/** The pool of texts lies in a database beside the product's, which holds no table that is not the product's. */
export class OceanBaseLoader implements ScopeLoader {
  private constructor(
    private readonly session: RawSession,
    private readonly scratch: string,
    private readonly pool: readonly EntryContent[],
  ) {}

  /** Takes a session on a database with the product's tables, and the name of one that is not there yet. */
  static async open(session: RawSession, scratch: string, texts: readonly string[]): Promise<OceanBaseLoader> {
    const loader = new OceanBaseLoader(session, scratch, contentsOf(texts));
    await loader.fillPool();
    return loader;
  }

  async addScope(scopeId: string, entries: number, first: number): Promise<void> {
    const rows = scopeRows(this.pool, scopeId, entries, first);
    await this.session.control("START TRANSACTION");
    await this.run("INSERT INTO scope (scope_id) VALUES (?)", [scopeId]);
    const [scope] = await this.session.query<{ scope_key: number }>(
      { name: "bench.scope", sql: "SELECT scope_key FROM scope WHERE scope_id = ?" },
      [scopeId],
    );
    const key = scope?.scope_key ?? 0;
    const span = [first, this.pool.length, entries];
    await this.run(JOURNAL_HEAD, [key]);
    await this.run(MEMORY_HEAD, [
      ...[key, entries, rows.head, entries, entries],
      ...[ANALYZER_VERSION, FIRST_BUILD, FIRST_BUILD],
    ]);
    await this.run(REVISIONS, [key, rows.operationIds, LOADED_SINCE, rows.hashes, entries]);
    await this.run(CHANGES, [key, rows.salts, rows.commitments, entries]);
    await this.run(ENTRIES, [key, rows.entryIds, ...span]);
    await this.run(VERSIONS, [key, rows.versionIds, ...span]);
    await this.run(POSTINGS, [key, collectionOf("active_entries", FIRST_BUILD), ...span]);
    await this.session.control("COMMIT");
  }

  close(): Promise<void> {
    return this.session.close();
  }

  private async fillPool(): Promise<void> {
    await this.session.control(`CREATE DATABASE ${this.scratch}`);
    for (const table of POOL_TABLES) await this.session.control(`CREATE TABLE ${this.scratch}.${table}`);
    const contents = [...this.pool.entries()];
    await this.session.control("START TRANSACTION");
    await this.insertAll(
      "number",
      contents.map(([id]) => [id + 1]),
    );
    await this.insertAll(
      "pool",
      contents.map(([id, content]) => [id, ...pooledValues(content)]),
    );
    await this.insertAll(
      "pool_posting",
      contents.flatMap(([id, { text }]) => postingsOf(text).map(({ term, impact }) => [id, term, impact])),
    );
    await this.session.control("COMMIT");
  }

  private async insertAll(table: string, rows: readonly (readonly SqlValue[])[]): Promise<void> {
    for (let start = 0; start < rows.length; start += BATCH) {
      const batch = rows.slice(start, start + BATCH);
      const values = batch.map((row) => `(${row.map(() => "?").join(", ")})`).join(", ");
      await this.run(`INSERT INTO SCRATCH.${table} VALUES ${values}`, batch.flat());
    }
  }

  private async run(sql: string, parameters: readonly SqlValue[]): Promise<void> {
    const statement = { name: `bench: ${sql.slice(0, 40)}`, sql: sql.replaceAll("SCRATCH", this.scratch) };
    await this.session.execute(statement, parameters);
  }
}

const POOL_TABLES = [
  "number (entry BIGINT PRIMARY KEY)",
  `pool (id BIGINT PRIMARY KEY, kind VARBINARY(64), text MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
    content_hash BINARY(32), dedupe_key BIGINT, text_key BIGINT)`,
  "pool_posting (id BIGINT, term VARBINARY(96), impact BIGINT, PRIMARY KEY (id, term))",
];

// Parameters, in this order: the scope key, what the table has of its own, then of the texts the first of the pool and the
// pool's size, and at the end the number of entries.
const NUMBERS = "FROM SCRATCH.number n WHERE n.entry <= ?";
const POOLED = "FROM SCRATCH.number n JOIN SCRATCH.pool p ON p.id = MOD(? + n.entry, ?) WHERE n.entry <= ?";
const nth = (width: number): string => `SUBSTRING(?, (n.entry - 1) * ${String(width)} + 1, ${String(width)})`;

const JOURNAL_HEAD = "INSERT INTO journal_head (scope_key, position) VALUES (?, 0)";
const MEMORY_HEAD = `INSERT INTO memory_head
  (scope_key, revision, hash, last_entry, active_entries, index_version, index_build, last_build)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const REVISIONS = `INSERT INTO memory_revision (scope_key, revision, operation_id, origin, created_at, hash)
  SELECT ?, n.entry, ${nth(16)}, 'remember', ? + n.entry, ${nth(32)} ${NUMBERS}`;
const CHANGES = `INSERT INTO memory_change (scope_key, entry, revision, op, version, reason, salt, commitment)
  SELECT ?, n.entry, n.entry, 'add', 1, NULL, ${nth(16)}, ${nth(32)} ${NUMBERS}`;
const ENTRIES = `INSERT INTO memory_entry (scope_key, entry, entry_id, version, state, changed_in, dedupe_key)
  SELECT ?, n.entry, ${nth(16)}, 1, 'active', n.entry, p.dedupe_key ${POOLED}`;
const VERSIONS = `INSERT INTO memory_version
  (scope_key, entry, version, version_id, kind, text, evidence, content_hash, text_key)
  SELECT ?, n.entry, 1, ${nth(16)}, p.kind, p.text, NULL, p.content_hash, p.text_key ${POOLED}`;
const POSTINGS = `INSERT INTO search_posting (scope_key, collection, term, doc, impact)
  SELECT ?, ?, i.term, n.entry, i.impact
  FROM SCRATCH.number n JOIN SCRATCH.pool_posting i ON i.id = MOD(? + n.entry, ?) WHERE n.entry <= ?`;
