import type { ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment, Tx } from "../../kernel/unit-of-work.port.js";
import type { MemoryHead, SearchedHead } from "../domain/memory-head.js";
import type { CompanionRow } from "./recall-companion.port.js";

/** A head and a value counted in its live index, from one snapshot. */
export interface CountedHead {
  /** Undefined when the scope has no Memory. */
  readonly head: SearchedHead | undefined;
  readonly counts: string | null;
  /** The companion's row, if it has one. */
  readonly beside: CompanionRow | undefined;
}

export interface CountedWith {
  /** The value that TermIndex.counts makes of `activeEntries`. */
  readonly counts: SqlFragment;
  /** What RecallCompanion.head makes of the scope. */
  readonly companion: SqlFragment | undefined;
}

/** The head row of each Memory: the lock of every write. Proven by test/conformance/memory-*.conformance.ts. */
export abstract class MemoryHeads {
  /** Undefined when the scope has no Memory. */
  abstract read(session: DbSession, scopeId: ScopeId): Promise<MemoryHead | undefined>;
  /** A derived table (scope_key, collection) of the live index of a scope's active entries; no row without a Memory. */
  abstract activeEntries(scopeId: ScopeId): SqlFragment;
  abstract readCounted(session: DbSession, scopeId: ScopeId, counted: CountedWith): Promise<CountedHead>;
  /** Holds the Memory of an opened scope until the unit ends; revision 0 when nothing was written yet. */
  abstract lock(tx: Tx, scope: ScopeKey): Promise<MemoryHead>;
  /** Writes the head that was locked in this unit. */
  abstract save(tx: Tx, head: MemoryHead): Promise<void>;
  /** Whether Memories with active entries exist although the whole index is empty. Seeks only. */
  abstract isIndexLost(session: DbSession): Promise<boolean>;
  /** Declares every scope's index untrusted: for a lost one. */
  abstract distrustAllIndexes(tx: Tx): Promise<void>;
  /** Scopes whose index is of another analyzer or not to be trusted, at most `limit`. */
  abstract withStaleIndex(session: DbSession, currentVersion: number, limit: number): Promise<readonly ScopeKey[]>;
  /** Scopes with a key above `after` whose entries may lack vectors, ascending, at most `limit`. */
  abstract withVectorsPending(session: DbSession, after: number, limit: number): Promise<readonly ScopeKey[]>;
  /** How many of the first `most` such scopes have entries. Reads no more than those. */
  abstract countVectorsPending(session: DbSession, most: number): Promise<number>;
  /** Declares every vector missing: for a new vector space. */
  abstract expectAllVectors(tx: Tx): Promise<void>;
}
