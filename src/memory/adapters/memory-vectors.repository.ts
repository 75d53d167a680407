import type { ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment } from "../../kernel/unit-of-work.port.js";
import { entryIdOf, versionIdOf } from "../domain/wire-ids.policy.js";
import type { RankedEntry } from "../ports/memory-entries.port.js";
import {
  MemoryVectors,
  type NearEntries,
  type NearEntry,
  type SearchArms,
  type VectorlessEntry,
} from "../ports/memory-vectors.port.js";
import { besideCompanion, partCompanion } from "./companion.rows.js";
import { CURRENT_VERSION } from "./stored-entry.rows.js";

const DOCUMENTS = `SELECT scope_key, entry AS doc, version FROM memory_entry
  WHERE scope_key = ? AND entry > ? AND state = 'active'`;

/** No arm at all, so that a search by vector alone has the same columns. */
const NO_TERMS: SqlFragment = {
  sql: "SELECT 0 AS doc, 0 AS score, 0 AS mask_low, 0 AS mask_high FROM (SELECT 1) one WHERE 1 = 0",
  parameters: [],
};

const withCompanion = besideCompanion([
  ...["revision", "index_build", "is_near", "doc", "score", "mask_low", "mask_high", "distance"],
  ...["entry", "entry_id", "version_id", "text"],
]);

/** A hit of one arm. `distance` is null in the full-text arm, and in the other for an entry without a vector. */
interface ArmRow {
  readonly revision: number;
  readonly index_build: number;
  readonly is_near: number | null;
  readonly doc: number | null;
  readonly score: number;
  readonly mask_low: number;
  readonly mask_high: number;
  readonly distance: number | null;
  readonly entry: number | null;
  readonly entry_id: Buffer;
  readonly version_id: Buffer;
  readonly text: string;
}

type VectorlessRow = { readonly revision: number } & (
  | { readonly entry: null }
  | { readonly entry: number; readonly version: number; readonly text: string; readonly content_hash: Buffer }
);

/** The same statements on both databases. */
export class SqlMemoryVectors extends MemoryVectors {
  documents(scope: ScopeKey, after: number): SqlFragment {
    return { sql: DOCUMENTS, parameters: [scope, after] };
  }

  async search(
    session: DbSession,
    scope: ScopeKey,
    { terms = NO_TERMS, nearest, companion }: SearchArms,
  ): Promise<NearEntries> {
    const hits = `SELECT h.revision, h.index_build, r.is_near, r.doc, r.score, r.mask_low, r.mask_high, r.distance,
        e.entry, e.entry_id, v.version_id, v.text
      FROM memory_head h
      LEFT JOIN (
        SELECT 0 AS is_near, doc, score, mask_low, mask_high, NULL AS distance FROM (${terms.sql}) t
        UNION ALL SELECT 1, doc, 0, 0, 0, distance FROM (${nearest.sql}) n
      ) r ON 1 = 1
      LEFT JOIN memory_entry e ON e.scope_key = h.scope_key AND e.entry = r.doc AND e.state = 'active'
      LEFT JOIN memory_version v ON ${CURRENT_VERSION}
      WHERE h.scope_key = ?`;
    const arms = { sql: hits, parameters: [...terms.parameters, ...nearest.parameters, scope] };
    const { sql, parameters } = withCompanion(arms, companion);
    const { own, beside } = partCompanion(
      await session.query<ArmRow>({ name: "memory-vector.search", sql }, parameters),
    );
    const [first] = own;
    if (first === undefined) throw new Error("a Memory that was just read has no head");
    const ranked = own.filter(({ is_near, entry }) => is_near === 0 && entry !== null).map(toRankedEntry);
    return {
      revision: first.revision,
      liveBuild: first.index_build,
      ranked: ranked.sort((a, b) => b.score - a.score || b.entry - a.entry),
      near: own.flatMap(toNearEntry).sort((a, b) => a.distance - b.distance || b.entry - a.entry),
      isIncomplete: own.some(({ is_near, distance }) => is_near === 1 && distance === null),
      beside,
    };
  }

  async vectorless(
    session: DbSession,
    scope: ScopeKey,
    missing: SqlFragment,
  ): Promise<{ readonly revision: number; readonly entries: readonly VectorlessEntry[] }> {
    const sql = `SELECT h.revision, e.entry, e.version, v.text, v.content_hash
      FROM memory_head h
      LEFT JOIN (${missing.sql}) m ON 1 = 1
      LEFT JOIN memory_entry e ON e.scope_key = h.scope_key AND e.entry = m.doc
      LEFT JOIN memory_version v ON ${CURRENT_VERSION}
      WHERE h.scope_key = ? ORDER BY e.entry`;
    const statement = { name: "memory-vector.vectorless", sql };
    const rows = await session.query<VectorlessRow>(statement, [...missing.parameters, scope]);
    return { revision: rows[0]?.revision ?? 0, entries: rows.flatMap(toVectorlessEntry) };
  }
}

function toRankedEntry(row: ArmRow): RankedEntry {
  return {
    entry: row.entry ?? 0,
    entryId: entryIdOf(row.entry_id),
    versionId: versionIdOf(row.version_id),
    text: row.text,
    score: row.score,
    maskLow: row.mask_low,
    maskHigh: row.mask_high,
  };
}

function toNearEntry(row: ArmRow): readonly NearEntry[] {
  const { is_near: isNear, entry, entry_id: entryId, version_id: versionId, text, distance } = row;
  if (isNear !== 1 || entry === null || distance === null) return [];
  return [{ entry, entryId: entryIdOf(entryId), versionId: versionIdOf(versionId), text, distance }];
}

function toVectorlessEntry(row: VectorlessRow): readonly VectorlessEntry[] {
  if (row.entry === null) return [];
  const { entry, version, text, content_hash: contentHash } = row;
  return [{ entry, version, text, contentHash }];
}
