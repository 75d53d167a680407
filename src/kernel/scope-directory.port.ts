import type { ScopeId, ScopeKey } from "./ids.js";
import type { DbSession, Tx } from "./unit-of-work.port.js";

export interface ListedScope {
  readonly key: ScopeKey;
  readonly id: ScopeId;
}

/** Maps scope ids to keys. Never caches: see ScopeKey. Proven by test/conformance/scope-directory.conformance.ts. */
export abstract class ScopeDirectory {
  /** The key of a scope that has been written to, or undefined. Creates nothing. */
  abstract find(session: DbSession, scopeId: ScopeId): Promise<ScopeKey | undefined>;
  /** The keys of those of at most 32 scopes that have been written to. Creates nothing. */
  abstract findAll(session: DbSession, scopeIds: readonly ScopeId[]): Promise<ReadonlyMap<ScopeId, ScopeKey>>;
  /** The key of the scope, created with every row that is ever locked in it when this is its first write. */
  abstract open(tx: Tx, scopeId: ScopeId): Promise<ScopeKey>;
  /** Every scope with a key above `after`, ascending, at most `limit`: for maintenance that visits them all. */
  abstract list(session: DbSession, after: number, limit: number): Promise<readonly ListedScope[]>;
}
