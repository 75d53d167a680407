import type { ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";

/** A Source as the journal takes it: content and metadata exact, the hash over their canonical form. */
export interface NewSource {
  readonly type: string;
  readonly sourceId: string;
  readonly content: string;
  /** JSON text of the metadata, undefined when there is none. */
  readonly metadata: string | undefined;
  readonly payloadHash: Buffer;
}

export interface JournalReceipt {
  readonly position: number;
  /** False when the same Source was already there. */
  readonly isNew: boolean;
}

/** A Source and where it belongs. */
export interface ScopedSource {
  readonly scope: ScopeKey;
  readonly source: NewSource;
}

export interface JournaledSource extends NewSource {
  readonly position: number;
}

export interface SourceSize {
  readonly position: number;
  readonly bytes: number;
}

/** The append-only journal. Proven by test/conformance/source-journal.conformance.ts. */
export abstract class SourceJournal {
  /**
   * Assigns the next position of the scope, without holes. The same id with the same payload is the same Source: its
   * position comes back and nothing is written.
   *
   * @throws DomainError source_conflict when the id holds another payload.
   */
  abstract append(tx: Tx, scope: ScopeKey, source: NewSource): Promise<JournalReceipt>;
  /**
   * Appends those that are new, of any opened scopes, in a few statements, and waits for nobody: a Source whose scope
   * another transaction holds, or whose id is taken, is left out. Each scope's positions follow the order given, without
   * holes.
   *
   * @returns for each Source its position, or undefined: then `append` is to be asked.
   */
  abstract appendNew(tx: Tx, sources: readonly ScopedSource[]): Promise<readonly (number | undefined)[]>;
  /** Ascending by position, strictly after `after`, at most `limit`. */
  abstract listAfter(
    session: DbSession,
    scope: ScopeKey,
    after: number,
    limit: number,
  ): Promise<readonly JournaledSource[]>;
  /** Positions with the UTF-8 bytes of their contents, as listAfter would list them. Reads no content. */
  abstract sizesAfter(
    session: DbSession,
    scope: ScopeKey,
    after: number,
    limit: number,
  ): Promise<readonly SourceSize[]>;
  /** The exact content of one Source. */
  abstract contentOf(session: DbSession, scope: ScopeKey, type: string, sourceId: string): Promise<string | undefined>;
  /** Which of at most 32 ids of this type name a Source of the scope. */
  abstract known(
    session: DbSession,
    scope: ScopeKey,
    type: string,
    sourceIds: readonly string[],
  ): Promise<ReadonlySet<string>>;
}
