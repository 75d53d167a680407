import type { ScopeKey } from "../kernel/ids.js";
import type { IndexState } from "../kernel/index-state.js";
import type { DbSession, Tx } from "../kernel/unit-of-work.port.js";
import type { CollectionRef } from "./ports/term-index.port.js";

/** The head row under whose lock the postings of a scope's texts change. */
export interface IndexedHead {
  readonly scope: ScopeKey;
  readonly index: IndexState;
}

/** Postings of one page, ready to be written. */
export type Page = (tx: Tx) => Promise<void>;

/** What a step towards the head found to do, and up to where the build has come with it. */
export interface CaughtUp<Position> {
  readonly changed: number;
  readonly position: Position;
}

/**
 * Authoritative texts that an index is derived from, as IndexRebuild asks for them. A Position says which of their states a
 * build has seen.
 */
export abstract class IndexedTexts<Head extends IndexedHead, Position> {
  /** Holds the head of an opened scope until the unit ends. */
  abstract lock(tx: Tx, scope: ScopeKey): Promise<Head>;
  /** Writes the head that was locked in this unit. */
  abstract save(tx: Tx, head: Head): Promise<void>;
  /** Whether texts exist although the whole index is empty. Seeks only. */
  abstract isIndexLost(session: DbSession): Promise<boolean>;
  /** Declares every scope's index untrusted: for a lost one. */
  abstract distrustAllIndexes(tx: Tx): Promise<void>;
  /** Scopes whose index is of another analyzer or not to be trusted, at most `limit`. */
  abstract withStaleIndex(session: DbSession, currentVersion: number, limit: number): Promise<readonly ScopeKey[]>;

  /** Whether anything was ever written under this head. */
  abstract isBegun(head: Head): boolean;
  /** What a build consists of. */
  abstract collections(head: Head, build: number): readonly CollectionRef[];
  /** The collection that cannot be empty under this head; undefined when none has to hold anything. */
  abstract neverEmpty(head: Head): CollectionRef | undefined;
  /** The state under a head that the caller holds. */
  abstract position(tx: Tx, head: Head): Promise<Position>;
  /** What the scope held when the build was claimed, and perhaps some of what came later: catchUp sets that right. */
  abstract pages(session: DbSession, started: Head): AsyncIterable<Page>;
  /** Brings a build to the head, which the caller holds, from a position on. */
  abstract catchUp(tx: Tx, head: Head, build: number, since: Position): Promise<CaughtUp<Position>>;
}
