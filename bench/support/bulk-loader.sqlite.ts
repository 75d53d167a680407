import type { SqlValue } from "../../src/kernel/unit-of-work.port.js";
import type { EntryContent } from "../../src/memory/domain/entry-content.policy.js";
import { ANALYZER_VERSION } from "../../src/search/domain/analyzer.policy.js";
import { collectionOf } from "../../src/search/domain/collection.policy.js";
import { postingsOf } from "../../src/search/domain/postings.policy.js";
import { createFile, type DatabaseConnection, openConnection } from "./database-file.js";
import { contentsOf, FIRST_BUILD, LOADED_SINCE, pooledValues, scopeRows } from "./scope-rows.js";
import type { ScopeLoader } from "./target.js";

/** The pool of texts lies in temporary tables of its connection. */
export class SqliteLoader implements ScopeLoader {
  private constructor(
    private readonly connection: DatabaseConnection,
    private readonly pool: readonly EntryContent[],
  ) {}

  static async open(path: string, texts: readonly string[]): Promise<SqliteLoader> {
    await createFile(path);
    const connection = await openConnection(path, ["synchronous=OFF", "temp_store=MEMORY", "cache_size=-65536"]);
    const loader = new SqliteLoader(connection, contentsOf(texts));
    await loader.fillPool();
    return loader;
  }

  async addScope(scopeId: string, entries: number, first: number): Promise<void> {
    const rows = scopeRows(this.pool, scopeId, entries, first);
    await this.connection.control("BEGIN IMMEDIATE");
    await this.run("INSERT INTO scope (scope_id) VALUES (?1)", [scopeId]);
    const [scope] = await this.connection.query<{ scope_key: number }>(
      { name: "bench.scope", sql: "SELECT scope_key FROM scope WHERE scope_id = ?1" },
      [scopeId],
    );
    const at = [scope?.scope_key ?? 0, entries];
    const from = [...at, first, this.pool.length];
    await this.run(JOURNAL_HEAD, at.slice(0, 1));
    await this.run(MEMORY_HEAD, [...at, rows.head, ANALYZER_VERSION, FIRST_BUILD]);
    await this.run(REVISIONS, [...at, rows.operationIds, LOADED_SINCE, rows.hashes]);
    await this.run(CHANGES, [...at, rows.salts, rows.commitments]);
    await this.run(ENTRIES, [...from, rows.entryIds]);
    await this.run(VERSIONS, [...from, rows.versionIds]);
    await this.run(POSTINGS, [...from, collectionOf("active_entries", FIRST_BUILD)]);
    await this.connection.control("COMMIT");
  }

  async close(): Promise<void> {
    await this.connection.pragma("wal_checkpoint(TRUNCATE)");
    await this.connection.close();
  }

  private async fillPool(): Promise<void> {
    for (const sql of [POOL_TABLE, POOL_POSTING_TABLE]) await this.connection.control(sql);
    await this.connection.control("BEGIN");
    for (const [id, content] of this.pool.entries()) {
      await this.run(POOL, [id, ...pooledValues(content)]);
      await this.run(POOL_POSTINGS, [id, JSON.stringify(postingsOf(content.text))]);
    }
    await this.connection.control("COMMIT");
  }

  private async run(sql: string, parameters: readonly SqlValue[]): Promise<void> {
    await this.connection.execute({ name: `bench: ${sql.slice(0, 40)}`, sql }, parameters);
  }
}

const POOL_TABLE = `CREATE TEMP TABLE pool (id INTEGER PRIMARY KEY, kind TEXT, text TEXT, content_hash BLOB, dedupe_key INTEGER, text_key INTEGER)`;
const POOL_POSTING_TABLE = `CREATE TEMP TABLE pool_posting (id INTEGER, term TEXT, impact INTEGER, PRIMARY KEY (id, term)) WITHOUT ROWID`;
const POOL = "INSERT INTO pool VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
const POOL_POSTINGS = "INSERT INTO pool_posting SELECT ?1, value ->> 'term', value ->> 'impact' FROM json_each(?2)";

// ?1 is the scope key, ?2 the number of entries; where texts come in, ?3 is the first of the pool and ?4 the pool's size.
const NUMBERS = "WITH RECURSIVE n (entry) AS (SELECT 1 UNION ALL SELECT entry + 1 FROM n WHERE entry < ?2)";
const nth = (blob: string, width: number): string =>
  `substr(${blob}, (entry - 1) * ${String(width)} + 1, ${String(width)})`;
const POOLED = "n JOIN pool p ON p.id = (?3 + entry) % ?4";

const JOURNAL_HEAD = "INSERT INTO journal_head (scope_key, position) VALUES (?1, 0)";
const MEMORY_HEAD = `INSERT INTO memory_head
  (scope_key, revision, hash, last_entry, active_entries, index_version, index_build, last_build)
  VALUES (?1, ?2, ?3, ?2, ?2, ?4, ?5, ?5)`;
const REVISIONS = `INSERT INTO memory_revision (scope_key, revision, operation_id, origin, created_at, hash)
  ${NUMBERS} SELECT ?1, entry, ${nth("?3", 16)}, 'remember', ?4 + entry, ${nth("?5", 32)} FROM n`;
const CHANGES = `INSERT INTO memory_change (scope_key, entry, revision, op, version, reason, salt, commitment)
  ${NUMBERS} SELECT ?1, entry, entry, 'add', 1, NULL, ${nth("?3", 16)}, ${nth("?4", 32)} FROM n`;
const ENTRIES = `INSERT INTO memory_entry (scope_key, entry, entry_id, version, state, changed_in, dedupe_key)
  ${NUMBERS} SELECT ?1, entry, ${nth("?5", 16)}, 1, 'active', entry, p.dedupe_key FROM ${POOLED}`;
const VERSIONS = `INSERT INTO memory_version
  (scope_key, entry, version, version_id, kind, text, evidence, content_hash, text_key)
  ${NUMBERS} SELECT ?1, entry, 1, ${nth("?5", 16)}, p.kind, p.text, NULL, p.content_hash, p.text_key FROM ${POOLED}`;
const POSTINGS = `INSERT INTO search_posting (scope_key, collection, term, doc, impact)
  ${NUMBERS} SELECT ?1, ?5, i.term, entry, i.impact FROM n JOIN pool_posting i ON i.id = (?3 + entry) % ?4
  ORDER BY i.term, entry`;
