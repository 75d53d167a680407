import type { Id16, ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { IndexState } from "../../kernel/index-state.js";
import type { DbSession, SqlFragment, Tx } from "../../kernel/unit-of-work.port.js";
import type { ExperienceProposal } from "../domain/experience.types.js";
import type { ReviewHead } from "../domain/review-head.js";

/** What an Experience says at its head Revision. */
export interface HeadText {
  readonly artifactNo: number;
  readonly content: ExperienceProposal;
}

/** The state of a scope that has approved Experiences. */
export interface TextsHead extends Pick<ReviewHead, "scope" | "activeArtifacts"> {
  readonly index: Pick<IndexState, "version" | "build">;
  /** Whether the live build holds anything. */
  readonly hasPostings: boolean;
}

/** Where an Experience stands in an arm of a recall. Score and mask are 0 in the arm of all. */
export interface RankedText {
  readonly score: number;
  readonly maskLow: number;
  readonly maskHigh: number;
}

export interface TextsHit extends HeadText, RankedText {
  readonly artifactId: Id16;
  readonly revision: number;
}

/** Hits, and the build that was live in their snapshot: another one than was searched means that hits may be missing. */
export interface TextsHits {
  readonly liveBuild: number | undefined;
  /** In no order. */
  readonly hits: readonly TextsHit[];
}

/** A row of a fragment below. */
export interface TextsRow {
  readonly hit: string;
  readonly text: string | null;
}

/**
 * Approved Experiences as the texts that are searched, each at its head Revision. Fragments are derived tables (hit, text),
 * for a reader that joins them to Memory's in one statement. Proven by test/conformance/experience-recall.conformance.ts and
 * experience-index.conformance.ts.
 */
export abstract class ExperienceTexts {
  /** A derived table (scope_key, collection) of the live index of a scope's Experiences. */
  abstract collection(scopeId: ScopeId): SqlFragment;
  /** One row, none for a scope without Experiences. @param counts what TermIndex.counts makes of `collection` */
  abstract head(scopeId: ScopeId, counts: SqlFragment): SqlFragment;
  abstract parseHead(row: TextsRow): { readonly head: TextsHead; readonly counts: string | null };
  /** A row for each document, and one at least. @param ranked artifact numbers from TermIndex.ranked */
  abstract rankedArm(scope: ScopeKey, ranked: SqlFragment): SqlFragment;
  /** A row for each Experience. */
  abstract wholeArm(scope: ScopeKey): SqlFragment;
  /** What the rows of either arm say, without hits that `isWanted` says no to: most are, and reading them costs. */
  abstract parseArm(rows: readonly TextsRow[], isWanted?: (hit: RankedText) => boolean): TextsHits;

  /** Every Experience's number with its head Revision. */
  abstract headRevisions(session: DbSession, scope: ScopeKey): Promise<ReadonlyMap<number, number>>;
  /** Experiences with a number above `after`, ascending, at most `limit`. */
  abstract page(session: DbSession, scope: ScopeKey, after: number, limit: number): Promise<readonly HeadText[]>;
  /** What an Experience has said from Revision `from` on, ascending. */
  abstract revisionsFrom(tx: Tx, scope: ScopeKey, doc: number, from: number): Promise<readonly ExperienceProposal[]>;
}
