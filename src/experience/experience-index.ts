import { Injectable } from "@nestjs/common";

import type { IndexState } from "../kernel/index-state.js";
import type { Tx } from "../kernel/unit-of-work.port.js";
import { collectionOf, FIRST_BUILD, isIndexLive, replaceText, TermIndex, type CollectionRef } from "../search/index.js";
import type { ExperienceProposal } from "./domain/experience.types.js";
import type { ReviewHead } from "./domain/review-head.js";
import { searchableText } from "./domain/searchable-text.policy.js";

export function experiencesOf({ scope, index }: LiveIndex, build = index.build): CollectionRef {
  return { scope, collection: collectionOf("experiences", build) };
}

interface LiveIndex extends Pick<ReviewHead, "scope"> {
  readonly index: Pick<IndexState, "build">;
}

/** What an approval changes about one Experience, as far as the index asks. */
export interface ApprovedText {
  readonly artifactNo: number;
  /** The Revision that was the head; undefined for a new Experience. */
  readonly before: ExperienceProposal | undefined;
  readonly after: ExperienceProposal;
}

/** Keeps the postings of approved Experiences, each at its head Revision, in step with an approval, inside its unit. */
@Injectable()
export class ExperienceIndex {
  constructor(private readonly terms: TermIndex) {}

  /**
   * Applies the change and returns the index state the review head must be saved with.
   *
   * @param head as it was locked, before this approval
   */
  async apply(tx: Tx, head: ReviewHead, { artifactNo, before, after }: ApprovedText): Promise<IndexState> {
    const index = head.activeArtifacts === 0 ? FIRST_BUILD : head.index;
    // Postings of another analyzer would miss this change, also for a server that still trusts them.
    if (!isIndexLive({ index })) return { ...index, version: 0 };
    await replaceText(this.terms, tx, {
      at: experiencesOf({ scope: head.scope, index }),
      doc: artifactNo,
      before: before && searchableText(before),
      after: searchableText(after),
    });
    return index;
  }
}
