import type { ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment } from "../../kernel/unit-of-work.port.js";
import type { RankedEntry } from "./memory-entries.port.js";
import type { CompanionRow } from "./recall-companion.port.js";

/** An active entry with its cosine distance to the query, in millionths. */
export interface NearEntry {
  readonly entry: number;
  /** Both as the wire has them. */
  readonly entryId: string;
  readonly versionId: string;
  readonly text: string;
  readonly distance: number;
}

/** The hits of both arms and the head they were read at, from one snapshot. */
export interface NearEntries {
  readonly revision: number;
  /** The build of the full-text index that was live in that snapshot. */
  readonly liveBuild: number;
  /** Best first; empty when no terms were asked for. */
  readonly ranked: readonly RankedEntry[];
  /** Nearest first. */
  readonly near: readonly NearEntry[];
  /** Whether some active entry has no vector, so that `near` may lack hits. */
  readonly isIncomplete: boolean;
  readonly beside: readonly CompanionRow[];
}

/** An active entry without a vector for its current version. */
export interface VectorlessEntry {
  readonly entry: number;
  readonly version: number;
  readonly text: string;
  readonly contentHash: Buffer;
}

export interface SearchArms {
  readonly terms: SqlFragment | undefined;
  readonly nearest: SqlFragment;
  /** A companion's, read in the same snapshot. */
  readonly companion: SqlFragment | undefined;
}

/** Entries joined to their vectors. Proven by test/conformance/vector-search.conformance.ts and entry-vectors.conformance.ts. */
export abstract class MemoryVectors {
  /** A derived table (scope_key, doc, version) of the scope's active entries with a number above `after`. */
  abstract documents(scope: ScopeKey, after: number): SqlFragment;
  /**
   * @param arms.terms documents from TermIndex.ranked, undefined to search by vector alone
   * @param arms.nearest documents from VectorIndex.nearest
   */
  abstract search(session: DbSession, scope: ScopeKey, arms: SearchArms): Promise<NearEntries>;
  /**
   * Ascending by number, with the Revision they were read at.
   *
   * @param missing documents from VectorIndex.missing
   */
  abstract vectorless(
    session: DbSession,
    scope: ScopeKey,
    missing: SqlFragment,
  ): Promise<{ readonly revision: number; readonly entries: readonly VectorlessEntry[] }>;
}
