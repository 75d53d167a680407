declare const brand: unique symbol;

/** A caller's opaque partition name: 1..256 code points, compared byte by byte, passed through unchanged. */
export type ScopeId = string & { readonly [brand]: "ScopeId" };

/**
 * The small integer a scope is stored under. It is valid inside the unit or the request that read it and never kept
 * longer: a key handed out by a transaction that rolls back is given to the next scope.
 */
export type ScopeKey = number & { readonly [brand]: "ScopeKey" };

/** Sixteen random bytes: the identity of an entry, a version or an operation. */
export type Id16 = Buffer;

export const asScopeId = (value: string): ScopeId => value as ScopeId;
export const asScopeKey = (value: number): ScopeKey => value as ScopeKey;
