import type { Id16, ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment, Tx } from "../../kernel/unit-of-work.port.js";
import type { StoredEntry } from "../domain/stored-entry.js";
import type { CompanionRow } from "./recall-companion.port.js";

/** One snapshot of the entries under the head it was read at. */
export interface EntrySnapshot {
  readonly revision: number;
  /** Ascending by entry id bytes. */
  readonly entries: readonly StoredEntry[];
}

export interface ActiveText {
  readonly entry: number;
  readonly text: string;
}

/** An entry that changed, with the texts of all its versions. */
export interface ChangedTexts {
  readonly entry: number;
  /** Undefined when it is inactive now. */
  readonly current: string | undefined;
  readonly versions: readonly string[];
}

/** An active entry that holds some of the terms, with its rank. */
export interface RankedEntry {
  readonly entry: number;
  /** Both as the wire has them. */
  readonly entryId: string;
  readonly versionId: string;
  readonly text: string;
  readonly score: number;
  readonly maskLow: number;
  readonly maskHigh: number;
}

/** Hits and the head they were read at, from one snapshot. */
export interface RankedEntries {
  readonly revision: number;
  /** The build that was live in that snapshot: another one than was searched means hits may be missing. */
  readonly liveBuild: number;
  /** Best first; ties are newest first. */
  readonly entries: readonly RankedEntry[];
  readonly beside: readonly CompanionRow[];
}

/** Entries in their current state and their immutable versions. Proven by test/conformance/memory-*.conformance.ts. */
export abstract class MemoryEntries {
  /** The current version of an entry, whatever its state. */
  abstract find(tx: Tx, scope: ScopeKey, entryId: Id16): Promise<StoredEntry | undefined>;
  /** The current versions of at most 64 entries, whatever their state; unknown ones are left out. */
  abstract findAll(session: DbSession, scope: ScopeKey, entryIds: readonly Id16[]): Promise<readonly StoredEntry[]>;
  /** An entry as Revision `revision` left it, if that Revision changed it. */
  abstract findChangedIn(tx: Tx, scope: ScopeKey, entryId: Id16, revision: number): Promise<StoredEntry | undefined>;
  /** The oldest active entry with exactly this content. Only final under the head lock. */
  abstract findActiveTwin(tx: Tx, scope: ScopeKey, contentHash: Buffer): Promise<StoredEntry | undefined>;
  /** Writes a new entry with its first version. */
  abstract add(tx: Tx, scope: ScopeKey, entry: StoredEntry, revision: number): Promise<void>;
  /** Writes the next version of an entry and makes it current. */
  abstract revise(tx: Tx, scope: ScopeKey, entry: StoredEntry, revision: number): Promise<void>;
  abstract deactivate(tx: Tx, scope: ScopeKey, entry: StoredEntry, revision: number): Promise<void>;
  /** Undefined when the scope has no Memory. */
  abstract list(session: DbSession, scopeId: ScopeId, includeInactive: boolean): Promise<EntrySnapshot | undefined>;
  /** The active ones of `list`, in no order, with a companion's rows from the same snapshot. */
  abstract listBeside(
    session: DbSession,
    scopeId: ScopeId,
    companion: SqlFragment | undefined,
  ): Promise<{ readonly snapshot: EntrySnapshot | undefined; readonly beside: readonly CompanionRow[] }>;
  /** A companion's rows without any of ours. */
  abstract besideAlone(session: DbSession, companion: SqlFragment): Promise<readonly CompanionRow[]>;
  /** @param ranked documents of the scope's active entries, from TermIndex.ranked; a document is an entry number. */
  abstract ranked(
    session: DbSession,
    scope: ScopeKey,
    ranked: SqlFragment,
    companion?: SqlFragment,
  ): Promise<RankedEntries>;
  /** Active texts with an entry number above `after`, ascending, at most `limit`. */
  abstract activeTexts(
    session: DbSession,
    scope: ScopeKey,
    after: number,
    limit: number,
  ): Promise<readonly ActiveText[]>;
  /** Entries changed after Revision `since`, ascending by number. */
  abstract changedSince(session: DbSession, scope: ScopeKey, since: number): Promise<readonly ChangedTexts[]>;
}
