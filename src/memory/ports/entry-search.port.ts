import type { Id16, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment } from "../../kernel/unit-of-work.port.js";

/** An active entry that holds some of the terms, with its rank. */
export interface RankedEntry {
  readonly entry: number;
  readonly entryId: Id16;
  readonly versionId: Id16;
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
}

/** Reads ranked active entries. Proven by test/conformance/search.conformance.ts. */
export abstract class EntrySearch {
  /** @param ranked the documents of the scope's live collection, from TermIndex.ranked; a document is an entry number. */
  abstract find(session: DbSession, scope: ScopeKey, ranked: SqlFragment): Promise<RankedEntries>;
}
