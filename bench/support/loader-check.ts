import { isDeepStrictEqual } from "node:util";

import { asScopeId } from "../../src/kernel/ids.js";
import { genesisHash, revisionHash, type ChainedRevision } from "../../src/memory/domain/hash-chain.policy.js";
import { entryIdOf, versionIdOf } from "../../src/memory/domain/wire-ids.policy.js";
import type { RawSession } from "./target.js";

const TABLES = [
  "journal_head",
  "memory_head",
  "memory_revision",
  "memory_change",
  "memory_entry",
  "memory_version",
  "search_posting",
];
/** Drawn at random, or following from what was: compared by length. */
const DRAWN = new Set(["operation_id", "entry_id", "version_id", "salt", "commitment", "hash"]);

type Cells = Readonly<Record<string, unknown>>;

/**
 * Where the rows of two scopes with the same remembered texts differ in more than names, times and random values, and
 * whether the loaded one's hash chain is whole. Empty when the loader does what the service does.
 */
export async function loaderDifferences(
  session: RawSession,
  loaded: string,
  served: string,
): Promise<readonly string[]> {
  const differences: string[] = [];
  for (const table of TABLES) {
    const [left, right] = [await rowsOf(session, table, loaded), await rowsOf(session, table, served)];
    if (left.length === 0 || !isDeepStrictEqual(left.map(comparable), right.map(comparable))) differences.push(table);
  }
  return [...differences, ...brokenLinks(loaded, await historyOf(session, loaded))];
}

async function rowsOf(session: RawSession, table: string, scopeId: string): Promise<readonly Cells[]> {
  const order = table === "search_posting" ? "collection, term, doc" : "1, 2";
  const sql = `SELECT t.* FROM ${table} t JOIN scope s USING (scope_key) WHERE s.scope_id = ? ORDER BY ${order}`;
  return session.query<Cells>({ name: `bench.${table}`, sql }, [scopeId]);
}

function comparable(row: Cells): Cells {
  const cells = Object.entries(row).filter(([name]) => name !== "scope_key" && name !== "created_at");
  return Object.fromEntries(cells.map(([name, value]) => [name, DRAWN.has(name) ? sizeOf(value) : value]));
}

const sizeOf = (value: unknown): number | undefined => (Buffer.isBuffer(value) ? value.length : undefined);

function brokenLinks(scopeId: string, history: readonly StoredRevision[]): readonly string[] {
  let previous = genesisHash(asScopeId(scopeId));
  return history.flatMap((revision) => {
    const isWhole = revisionHash(previous, revision).equals(revision.hash);
    previous = revision.hash;
    return isWhole ? [] : [`hash of revision ${String(revision.revision)}`];
  });
}

interface StoredRevision extends ChainedRevision {
  readonly hash: Buffer;
}

interface ChainRow {
  readonly revision: number;
  readonly created_at: number;
  readonly hash: Buffer;
  readonly commitment: Buffer;
  readonly entry_id: Buffer;
  readonly version_id: Buffer;
}

const HISTORY = {
  name: "bench.history",
  sql: `SELECT r.revision, r.created_at, r.hash, c.commitment, e.entry_id, v.version_id
    FROM scope s JOIN memory_revision r USING (scope_key) JOIN memory_change c USING (scope_key, revision)
    JOIN memory_entry e USING (scope_key, entry) JOIN memory_version v USING (scope_key, entry)
    WHERE s.scope_id = ? ORDER BY r.revision`,
};

async function historyOf(session: RawSession, scopeId: string): Promise<readonly StoredRevision[]> {
  const rows = await session.query<ChainRow>(HISTORY, [scopeId]);
  return rows.map(({ revision, created_at: createdAt, hash, commitment, entry_id: entry, version_id: version }) => ({
    revision,
    createdAt,
    hash,
    origin: "remember",
    changes: [{ op: "add", entryId: entryIdOf(entry), from: null, to: versionIdOf(version), commitment }],
  }));
}
