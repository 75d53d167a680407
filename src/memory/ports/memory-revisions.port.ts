import type { Id16, ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";
import type { RecordedRevision } from "../domain/history-audit.policy.js";
import type { EntryChange } from "../domain/memory.types.js";
import type { ResolvedChange } from "../domain/planned-change.policy.js";
import type { StoredEntry } from "../domain/stored-entry.js";

export interface NewRevision {
  readonly revision: number;
  readonly operationId: Id16;
  readonly origin: string;
  readonly createdAt: number;
  readonly hash: Buffer;
  readonly changes: readonly ResolvedChange[];
}

/** What a citation's Revision says about one entry, beside the head at the time of reading. */
export interface EntryInRevision {
  readonly head: number;
  /** Undefined when the entry did not exist in that Revision. */
  readonly entry: Omit<StoredEntry, "entry"> | undefined;
}

export interface EntryStatement {
  readonly kind: string;
  readonly text: string;
}

export interface ChangesSince {
  readonly head: number;
  /** Ascending by Revision, then by entry id bytes. */
  readonly changes: readonly (EntryChange & { readonly revision: number })[];
}

/** The append-only history of each Memory. Proven by test/conformance/memory-*.conformance.ts. */
export abstract class MemoryRevisions {
  abstract append(tx: Tx, scope: ScopeKey, revision: NewRevision): Promise<void>;
  /** The Revision that an operation has already written, looked for above `above` only. */
  abstract findByOperation(tx: Tx, scope: ScopeKey, operationId: Id16, above: number): Promise<number | undefined>;
  /** The entry as it was in `revision`, by seeks only. Undefined when the scope has no Memory. */
  abstract entryIn(
    session: DbSession,
    scopeId: ScopeId,
    revision: number,
    entryId: Id16,
  ): Promise<EntryInRevision | undefined>;
  /** What the entries said that were active in `revision`, the last changed first, at most `limit`. */
  abstract activeIn(
    session: DbSession,
    scopeId: ScopeId,
    revision: number,
    limit: number,
  ): Promise<readonly EntryStatement[]>;
  /**
   * Every change after Revision `since`, or those of the head's own Revision when it is undefined. Undefined when the
   * scope has no Memory.
   */
  abstract changesSince(
    session: DbSession,
    scopeId: ScopeId,
    since: number | undefined,
  ): Promise<ChangesSince | undefined>;
  /** Stored Revisions above `after`, ascending, at most `limit`, with all that an audit needs. */
  abstract recorded(
    session: DbSession,
    scope: ScopeKey,
    after: number,
    limit: number,
  ): Promise<readonly RecordedRevision[]>;
}
