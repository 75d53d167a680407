import type { Id16, ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment, Tx } from "../../kernel/unit-of-work.port.js";
import { composedOnce } from "../../platform/database/composed-text.js";
import { padded, repeated } from "../../platform/database/sql-lists.js";
import { contentHash, dedupeKey, textKey } from "../domain/entry-content.policy.js";
import type { EntryState } from "../domain/memory.types.js";
import type { StoredEntry } from "../domain/stored-entry.js";
import { entryIdOfHex, versionIdOfHex } from "../domain/wire-ids.policy.js";
import {
  MemoryEntries,
  type ActiveText,
  type ChangedTexts,
  type EntrySnapshot,
  type RankedEntries,
  type RankedEntry,
} from "../ports/memory-entries.port.js";
import type { CompanionRow } from "../ports/recall-companion.port.js";
import { besideCompanion, partCompanion } from "./companion.rows.js";
import { CURRENT_VERSION, ENTRY_COLUMNS, evidenceText, toStoredEntry, type EntryRow } from "./stored-entry.rows.js";

const FIND = {
  name: "memory-entry.find",
  sql: `SELECT ${ENTRY_COLUMNS} FROM memory_entry e JOIN memory_version v ON ${CURRENT_VERSION}
        WHERE e.scope_key = ? AND e.entry_id = ?`,
};
/** Few, because each is another SQL text. */
const FIND_ALL_SIZES = [16, 64] as const;
/** No entry has it. */
const NO_ENTRY = Buffer.alloc(16);
const findAllOf = (size: number) => ({
  name: "memory-entry.find-all",
  sql: `SELECT ${ENTRY_COLUMNS} FROM memory_entry e JOIN memory_version v ON ${CURRENT_VERSION}
        WHERE e.scope_key = ? AND e.entry_id IN (${repeated("?", size)})`,
});
const FIND_CHANGED_IN = {
  name: "memory-entry.find-changed-in",
  sql: `SELECT e.entry, e.entry_id, c.version, CASE c.op WHEN 'deactivate' THEN 'inactive' ELSE 'active' END AS state,
          v.version_id, v.kind, v.text, v.evidence
        FROM memory_entry e
        JOIN memory_change c ON c.scope_key = e.scope_key AND c.entry = e.entry AND c.revision = ?
        JOIN memory_version v ON v.scope_key = c.scope_key AND v.entry = c.entry AND v.version = c.version
        WHERE e.scope_key = ? AND e.entry_id = ?`,
};
const FIND_ACTIVE_TWIN = {
  name: "memory-entry.find-active-twin",
  sql: `SELECT ${ENTRY_COLUMNS} FROM memory_entry e JOIN memory_version v ON ${CURRENT_VERSION}
        WHERE e.scope_key = ? AND e.dedupe_key = ? AND v.content_hash = ? ORDER BY e.entry LIMIT 1`,
};
const INSERT_ENTRY = {
  name: "memory-entry.insert",
  sql: `INSERT INTO memory_entry (scope_key, entry, entry_id, version, state, changed_in, dedupe_key)
        VALUES (?, ?, ?, ?, 'active', ?, ?)`,
};
const UPDATE_ENTRY = {
  name: "memory-entry.update",
  sql: "UPDATE memory_entry SET version = ?, state = ?, changed_in = ?, dedupe_key = ? WHERE scope_key = ? AND entry = ?",
};
const INSERT_VERSION = {
  name: "memory-version.insert",
  sql: `INSERT INTO memory_version
          (scope_key, entry, version, version_id, kind, text, evidence, content_hash, text_key)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
};
const LIST = {
  name: "memory-entry.list",
  sql: `SELECT h.revision AS head, ${ENTRY_COLUMNS}
        FROM scope s JOIN memory_head h ON h.scope_key = s.scope_key
        LEFT JOIN memory_entry e ON e.scope_key = h.scope_key AND (e.state = 'active' OR ? = 1)
        LEFT JOIN memory_version v ON ${CURRENT_VERSION}
        WHERE s.scope_id = ? AND h.revision > 0 ORDER BY e.entry_id`,
};
const listWithCompanion = besideCompanion([
  ...["head", "entry", "entry_id", "version", "state", "version_id", "kind", "text", "evidence"],
]);
const ACTIVE_TEXTS = {
  name: "memory-entry.active-texts",
  sql: `SELECT e.entry, v.text FROM memory_entry e JOIN memory_version v ON ${CURRENT_VERSION}
        WHERE e.scope_key = ? AND e.entry > ? AND e.state = 'active' ORDER BY e.entry LIMIT ?`,
};
const hitsText = composedOnce(
  (ranked) => `SELECT CONCAT_WS(' ', h.revision, h.index_build, e.entry, LOWER(HEX(e.entry_id)),
      LOWER(HEX(v.version_id)), r.score, r.mask_low, r.mask_high) AS hit, v.text
    FROM memory_head h
    LEFT JOIN (${ranked}) r ON 1 = 1
    LEFT JOIN memory_entry e ON e.scope_key = h.scope_key AND e.entry = r.doc AND e.state = 'active'
    LEFT JOIN memory_version v ON ${CURRENT_VERSION}
    WHERE h.scope_key = ?`,
);
const hitsWithCompanion = besideCompanion(["hit", "text"]);

// An entry has one change in the Revision that changed it last, so each is found once.
const CHANGED_SINCE = {
  name: "memory-entry.changed-since",
  sql: `SELECT e.entry, e.state, e.version AS current_version, v.version, v.text
        FROM memory_change c
        JOIN memory_entry e ON e.scope_key = c.scope_key AND e.entry = c.entry AND e.changed_in = c.revision
        JOIN memory_version v ON v.scope_key = e.scope_key AND v.entry = e.entry
        WHERE c.scope_key = ? AND c.revision > ? ORDER BY e.entry, v.version`,
};

interface ChangedRow {
  readonly entry: number;
  readonly state: EntryState;
  readonly current_version: number;
  readonly version: number;
  readonly text: string;
}

/** A row of LIST; the entry columns are null in the single row of a Memory without entries. */
type ListRow = { readonly head: number } & ({ readonly entry: null } | EntryRow);

/**
 * `hit` is everything but the text, parted by spaces: the revision and the build of the head, then, where `text` is not
 * null, the entry, both its ids, its score and its mask. Taking nine columns from the driver costs the JavaScript thread a
 * sixth of a whole prepare, half of that for the ids, which come as one Buffer each.
 */
interface HitRow {
  readonly hit: string;
  readonly text: string | null;
}

/** memory_entry and memory_version. The same statements on both databases. */
export class SqlMemoryEntries extends MemoryEntries {
  async find(tx: Tx, scope: ScopeKey, entryId: Id16): Promise<StoredEntry | undefined> {
    const [row] = await tx.query<EntryRow>(FIND, [scope, entryId]);
    return row && toStoredEntry(row);
  }

  async findAll(session: DbSession, scope: ScopeKey, entryIds: readonly Id16[]): Promise<readonly StoredEntry[]> {
    if (entryIds.length === 0) return [];
    const ids = padded(entryIds, FIND_ALL_SIZES, NO_ENTRY);
    const rows = await session.query<EntryRow>(findAllOf(ids.length), [scope, ...ids]);
    return rows.map(toStoredEntry);
  }

  async findChangedIn(tx: Tx, scope: ScopeKey, entryId: Id16, revision: number): Promise<StoredEntry | undefined> {
    const [row] = await tx.query<EntryRow>(FIND_CHANGED_IN, [revision, scope, entryId]);
    return row && toStoredEntry(row);
  }

  async findActiveTwin(tx: Tx, scope: ScopeKey, hash: Buffer): Promise<StoredEntry | undefined> {
    const [row] = await tx.query<EntryRow>(FIND_ACTIVE_TWIN, [scope, dedupeKey(hash), hash]);
    return row && toStoredEntry(row);
  }

  async add(tx: Tx, scope: ScopeKey, entry: StoredEntry, revision: number): Promise<void> {
    const hash = contentHash(entry.content);
    await this.insertVersion(tx, scope, entry, hash);
    await tx.execute(INSERT_ENTRY, [scope, entry.entry, entry.entryId, entry.version, revision, dedupeKey(hash)]);
  }

  async revise(tx: Tx, scope: ScopeKey, entry: StoredEntry, revision: number): Promise<void> {
    const hash = contentHash(entry.content);
    await this.insertVersion(tx, scope, entry, hash);
    await tx.execute(UPDATE_ENTRY, [entry.version, "active", revision, dedupeKey(hash), scope, entry.entry]);
  }

  async deactivate(tx: Tx, scope: ScopeKey, entry: StoredEntry, revision: number): Promise<void> {
    await tx.execute(UPDATE_ENTRY, [entry.version, "inactive", revision, null, scope, entry.entry]);
  }

  async list(session: DbSession, scopeId: ScopeId, includeInactive: boolean): Promise<EntrySnapshot | undefined> {
    const rows = await session.query<ListRow>(LIST, [includeInactive ? 1 : 0, scopeId]);
    return toSnapshot(rows);
  }

  async listBeside(
    session: DbSession,
    scopeId: ScopeId,
    companion: SqlFragment | undefined,
  ): Promise<{ readonly snapshot: EntrySnapshot | undefined; readonly beside: readonly CompanionRow[] }> {
    const { sql, parameters } = listWithCompanion({ sql: LIST.sql, parameters: [0, scopeId] }, companion);
    const rows = await session.query<ListRow & { readonly text: string | null }>({ name: LIST.name, sql }, parameters);
    const { own, beside } = partCompanion(rows);
    return { snapshot: toSnapshot(own), beside };
  }

  async besideAlone(session: DbSession, { sql, parameters }: SqlFragment): Promise<readonly CompanionRow[]> {
    return session.query<CompanionRow>({ name: "memory-entry.beside-alone", sql }, parameters);
  }

  async ranked(
    session: DbSession,
    scope: ScopeKey,
    ranked: SqlFragment,
    companion?: SqlFragment,
  ): Promise<RankedEntries> {
    const own = { sql: hitsText(ranked.sql), parameters: [...ranked.parameters, scope] };
    const { sql, parameters } = hitsWithCompanion(own, companion);
    const rows = partCompanion(await session.query<HitRow>({ name: "memory-entry.ranked", sql }, parameters));
    const [first] = rows.own;
    if (first === undefined) throw new Error("a Memory that was just read has no head");
    const [revision, liveBuild] = first.hit.split(" ", 2);
    const entries = rows.own.flatMap(({ hit, text }) => (text === null ? [] : [toRankedEntry(hit, text)]));
    return {
      revision: Number(revision),
      liveBuild: Number(liveBuild),
      entries: entries.sort((a, b) => b.score - a.score || b.entry - a.entry),
      beside: rows.beside,
    };
  }

  async activeTexts(session: DbSession, scope: ScopeKey, after: number, limit: number): Promise<readonly ActiveText[]> {
    return session.query<ActiveText>(ACTIVE_TEXTS, [scope, after, limit]);
  }

  async changedSince(session: DbSession, scope: ScopeKey, since: number): Promise<readonly ChangedTexts[]> {
    const rows = await session.query<ChangedRow>(CHANGED_SINCE, [scope, since]);
    const byEntry = new Map<number, ChangedRow[]>();
    for (const row of rows) byEntry.set(row.entry, [...(byEntry.get(row.entry) ?? []), row]);
    return [...byEntry].map(([entry, versions]) => ({
      entry,
      current: versions.find((row) => row.state === "active" && row.version === row.current_version)?.text,
      versions: versions.map(({ text }) => text),
    }));
  }

  private async insertVersion(tx: Tx, scope: ScopeKey, entry: StoredEntry, hash: Buffer): Promise<void> {
    const { content } = entry;
    await tx.execute(INSERT_VERSION, [
      scope,
      entry.entry,
      entry.version,
      entry.versionId,
      content.kind,
      content.text,
      evidenceText(content),
      hash,
      textKey(content.text),
    ]);
  }
}

function toSnapshot(rows: readonly ListRow[]): EntrySnapshot | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  return { revision: first.head, entries: rows.flatMap((row) => (row.entry === null ? [] : [toStoredEntry(row)])) };
}

function toRankedEntry(hit: string, text: string): RankedEntry {
  const [, , entry, entryId = "", versionId = "", score, maskLow, maskHigh] = hit.split(" ");
  return {
    entry: Number(entry),
    entryId: entryIdOfHex(entryId),
    versionId: versionIdOfHex(versionId),
    text,
    score: Number(score),
    maskLow: Number(maskLow),
    maskHigh: Number(maskHigh),
  };
}
