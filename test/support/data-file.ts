import { join } from "node:path";

import { canonicalJson, sha256 } from "../../src/kernel/canonical-json.js";
import { type RawSqlite, withRawSqlite } from "./raw-sqlite.js";

/** The database of a server with this data directory. */
export function dataFile(dataDir: string): string {
  return join(dataDir, "powercontext-node.db");
}

/** The positions and ids of the journal of a scope, in the order of positions. */
export function journalOf(
  dataDir: string,
  scopeId: string,
): Promise<readonly { position: number; source_id: string }[]> {
  return withRawSqlite(dataFile(dataDir), "read", (file) =>
    file.all(
      `SELECT s.position, s.source_id FROM source s JOIN scope o ON o.scope_key = s.scope_key
       WHERE o.scope_id = ${quoted(scopeId)} ORDER BY s.position`,
    ),
  );
}

/**
 * Fails unless SQLite finds the file sound, the journal of the scope has no hole, and its history is Revisions 1 to
 * `revisions`, each with the hash and the content that its predecessors and commitments give. Written from the format in
 * docs/adr/0002-hash-chain.md over the raw rows, without the code it is to judge.
 */
export async function expectWhole(dataDir: string, scopeId: string, revisions: number): Promise<void> {
  const positions = (await journalOf(dataDir, scopeId)).map(({ position }) => position);
  expect(positions).toEqual(numbersTo(positions.length));
  await withRawSqlite(dataFile(dataDir), "read", async (file) => {
    expect(await file.all("PRAGMA integrity_check")).toEqual([{ integrity_check: "ok" }]);
    const history = await historyOf(file, scopeId);
    expect(history.map(({ revision }) => revision)).toEqual(numbersTo(revisions));
    let previous = sha256("powercontext:memory:v1\0", scopeId);
    for (const row of history) {
      previous = sha256(previous, canonicalJson(coveredBy(row)));
      expect({ revision: row.revision, hash: row.hash.toString("hex") }).toEqual({
        revision: row.revision,
        hash: previous.toString("hex"),
      });
      expect(commitmentOf(row)).toBe(row.commitment.toString("hex"));
    }
  });
}

interface HistoryRow {
  readonly revision: number;
  readonly origin: string;
  readonly created_at: number;
  readonly hash: Buffer;
  readonly op: "add" | "revise" | "deactivate";
  readonly reason: string | null;
  readonly salt: Buffer;
  readonly commitment: Buffer;
  readonly entry_id: string;
  readonly version_id: string;
  readonly previous_id: string | null;
  readonly kind: string;
  readonly text: string;
}

/** One row a Revision: an explicit write changes one entry. */
function historyOf(file: RawSqlite, scopeId: string): Promise<readonly HistoryRow[]> {
  return file.all(
    `SELECT r.revision, r.origin, r.created_at, r.hash, c.op, c.reason, c.salt, c.commitment,
       'mem_ent_' || lower(hex(e.entry_id)) AS entry_id, 'mem_ver_' || lower(hex(v.version_id)) AS version_id,
       'mem_ver_' || lower(hex(p.version_id)) AS previous_id, v.kind, v.text
     FROM scope o JOIN memory_revision r ON r.scope_key = o.scope_key
     JOIN memory_change c ON c.scope_key = r.scope_key AND c.revision = r.revision
     JOIN memory_entry e ON e.scope_key = c.scope_key AND e.entry = c.entry
     JOIN memory_version v ON v.scope_key = c.scope_key AND v.entry = c.entry AND v.version = c.version
     LEFT JOIN memory_version p ON p.scope_key = c.scope_key AND p.entry = c.entry AND p.version = c.version - 1
     WHERE o.scope_id = ${quoted(scopeId)} ORDER BY r.revision`,
  );
}

function coveredBy(row: HistoryRow): object {
  const { op, entry_id, version_id, previous_id } = row;
  const [from, to] = {
    add: [null, version_id],
    revise: [previous_id, version_id],
    deactivate: [version_id, null],
  }[op] as [string | null, string | null];
  const { revision, origin, created_at } = row;
  return {
    revision,
    origin,
    created_at,
    changes: [{ op, entry_id, from, to, commitment: row.commitment.toString("hex") }],
  };
}

function commitmentOf({ op, kind, text, reason, salt }: HistoryRow): string {
  const content = op === "deactivate" ? null : { kind, text, source_refs: [], artifact_refs: [] };
  return sha256(salt, canonicalJson({ content, reason })).toString("hex");
}

const numbersTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1);

const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
