import type { Id16 } from "../../kernel/ids.js";
import type { DbSession } from "../../kernel/unit-of-work.port.js";
import type { CollectionRef, WeightedTerm } from "../../search/index.js";

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

/** Reads ranked active entries. Proven by test/conformance/entry-search.conformance.ts. */
export abstract class EntrySearch {
  /** `terms` is not empty; at most 64. */
  abstract find(
    session: DbSession,
    at: CollectionRef,
    terms: readonly WeightedTerm[],
    limit: number,
  ): Promise<RankedEntries>;
}
