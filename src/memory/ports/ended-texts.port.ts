import type { ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment, Tx } from "../../kernel/unit-of-work.port.js";

/** A version whose text a person ended: by retiring the entry or by revising it. */
export interface EndedText {
  readonly entry: number;
  readonly version: number;
  readonly text: string;
}

/** Where a text stands: in a version of an entry. */
export interface TextStanding {
  readonly text: string;
  readonly entry: number;
  /** It is the current version of an active entry. */
  readonly isActive: boolean;
  /** It is an earlier version of an active entry. */
  readonly isSuperseded: boolean;
  /** A person ended this version, or retired its entry and so every version of it. */
  readonly isEnded: boolean;
}

/** Ended texts and the build of the index that was live when they were read. */
export interface RankedTexts {
  /** Another build than was searched means hits may be missing. */
  readonly liveBuild: number;
  readonly texts: readonly string[];
}

/**
 * What the history says about texts. A change of any origin but `flush` is a person's. Proven by
 * test/conformance/flush-admission.conformance.ts.
 */
export abstract class EndedTexts {
  /** Every version that holds exactly one of at most 64 texts. Only final under the head lock. */
  abstract standingOf(tx: Tx, scope: ScopeKey, texts: readonly string[]): Promise<readonly TextStanding[]>;
  /** Texts ended after Revision `since`. */
  abstract endedSince(session: DbSession, scope: ScopeKey, since: number): Promise<readonly EndedText[]>;
  /** Ended texts of the entries numbered above `after` and up to `through`. */
  abstract endedAmong(
    session: DbSession,
    scope: ScopeKey,
    entries: { readonly after: number; readonly through: number },
  ): Promise<readonly EndedText[]>;
  /** @param ranked documents of the scope's retired texts, from TermIndex.ranked; see retiredDocument. */
  abstract ranked(session: DbSession, scopeId: ScopeId, ranked: SqlFragment): Promise<RankedTexts>;
}
