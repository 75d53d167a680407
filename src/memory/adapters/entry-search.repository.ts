import type { ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment } from "../../kernel/unit-of-work.port.js";
import { EntrySearch, type RankedEntries, type RankedEntry } from "../ports/entry-search.port.js";
import { CURRENT_VERSION } from "./stored-entry.rows.js";

interface HitRow {
  readonly revision: number;
  readonly index_build: number;
  readonly entry: number | null;
  readonly entry_id: Buffer;
  readonly version_id: Buffer;
  readonly text: string;
  readonly score: number;
  readonly mask_low: number;
  readonly mask_high: number;
}

/** One statement over head, ranked documents, entries and versions. The same on both databases. */
export class SqlEntrySearch extends EntrySearch {
  async find(session: DbSession, scope: ScopeKey, ranked: SqlFragment): Promise<RankedEntries> {
    const sql = `SELECT h.revision, h.index_build, e.entry, e.entry_id, v.version_id, v.text,
        r.score, r.mask_low, r.mask_high
      FROM memory_head h
      LEFT JOIN (${ranked.sql}) r ON 1 = 1
      LEFT JOIN memory_entry e ON e.scope_key = h.scope_key AND e.entry = r.doc AND e.state = 'active'
      LEFT JOIN memory_version v ON ${CURRENT_VERSION}
      WHERE h.scope_key = ? ORDER BY r.score DESC, r.doc DESC`;
    const rows = await session.query<HitRow>({ name: "entry-search.find", sql }, [...ranked.parameters, scope]);
    const [first] = rows;
    if (first === undefined) throw new Error("a Memory that was just read has no head");
    return {
      revision: first.revision,
      liveBuild: first.index_build,
      entries: rows.filter((row) => row.entry !== null).map(toRankedEntry),
    };
  }
}

function toRankedEntry(row: HitRow): RankedEntry {
  return {
    entry: row.entry ?? 0,
    entryId: row.entry_id,
    versionId: row.version_id,
    text: row.text,
    score: row.score,
    maskLow: row.mask_low,
    maskHigh: row.mask_high,
  };
}
