import type { ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";
import type { MemoryHead } from "../domain/memory-head.js";

/** The head row of each Memory: the lock of every write. Proven by test/conformance/memory-*.conformance.ts. */
export abstract class MemoryHeads {
  /** Undefined when the scope has no Memory. */
  abstract read(session: DbSession, scopeId: ScopeId): Promise<MemoryHead | undefined>;
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
  /** Declares every vector missing: for a new vector space. */
  abstract expectAllVectors(tx: Tx): Promise<void>;
}
