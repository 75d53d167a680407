import { Injectable } from "@nestjs/common";

import type { Id16 } from "../kernel/ids.js";
import type { Tx } from "../kernel/unit-of-work.port.js";
import { requireHeadTarget } from "./domain/candidate.policy.js";
import type { Candidate } from "./domain/candidate.types.js";
import type { ExperienceRevision } from "./domain/experience.types.js";
import { artifactHash } from "./domain/proposal.policy.js";
import type { ReviewHead } from "./domain/review-head.js";
import { ExperienceIndex } from "./experience-index.js";
import { Artifacts, type NewArtifactRevision } from "./ports/artifacts.port.js";
import { ReviewHeads } from "./ports/review-heads.port.js";

/** Makes an approved Candidate the next Revision of its target, or a new Experience, under a locked head. */
@Injectable()
export class ArtifactWriter {
  constructor(
    private readonly heads: ReviewHeads,
    private readonly artifacts: Artifacts,
    private readonly index: ExperienceIndex,
  ) {}

  /**
   * @param artifactId of a new Experience, drawn once a request.
   * @throws DomainError artifact_conflict when the target has moved on.
   */
  async write(tx: Tx, head: ReviewHead, candidate: Candidate, artifactId: Id16): Promise<ExperienceRevision> {
    const { target } = candidate;
    return target === undefined ? this.add(tx, head, candidate, artifactId) : this.advance(tx, head, candidate, target);
  }

  private async add(tx: Tx, head: ReviewHead, candidate: Candidate, artifactId: Id16): Promise<ExperienceRevision> {
    const artifactNo = head.lastArtifact + 1;
    const added = { artifactNo, artifactId, revision: 1 };
    await this.artifacts.add(tx, head.scope, contentFrom(candidate, added));
    const index = await this.index.apply(tx, head, { artifactNo, before: undefined, after: candidate.proposal });
    await this.heads.save(tx, { ...head, lastArtifact: artifactNo, activeArtifacts: head.activeArtifacts + 1, index });
    return { artifactId, revision: added.revision };
  }

  private async advance(
    tx: Tx,
    head: ReviewHead,
    candidate: Candidate,
    target: ExperienceRevision,
  ): Promise<ExperienceRevision> {
    const [current] = await this.artifacts.heads(tx, head.scope, [target.artifactId]);
    if (current === undefined) throw new Error("the target of a Candidate is gone");
    requireHeadTarget(target, current.revision);
    const next = { ...current, revision: current.revision + 1 };
    const before = await this.artifacts.contentOf(tx, head.scope, current.artifactNo, current.revision);
    await this.artifacts.advance(tx, head.scope, contentFrom(candidate, next));
    const { artifactNo } = current;
    const index = await this.index.apply(tx, head, { artifactNo, before, after: candidate.proposal });
    await this.heads.save(tx, { ...head, index });
    return { artifactId: next.artifactId, revision: next.revision };
  }
}

function contentFrom(
  { proposal, sourceRefs, artifactRefs }: Candidate,
  head: Pick<NewArtifactRevision, "artifactNo" | "artifactId" | "revision">,
): NewArtifactRevision {
  const evidence = { sourceRefs, artifactRefs };
  return { ...head, content: proposal, ...evidence, hash: artifactHash(proposal, evidence) };
}
