import { Injectable } from "@nestjs/common";

import { Clock } from "../kernel/clock.port.js";
import type { Id16 } from "../kernel/ids.js";
import type { Tx } from "../kernel/unit-of-work.port.js";
import type { Candidate, CandidateDraft } from "./domain/candidate.types.js";
import type { ReviewHead } from "./domain/review-head.js";
import { EXPERIENCE } from "./domain/wire-ids.policy.js";
import { Candidates } from "./ports/candidates.port.js";
import { ReviewHeads } from "./ports/review-heads.port.js";

/** Puts Candidates into an inbox that the unit has locked. */
@Injectable()
export class CandidateWriter {
  constructor(
    private readonly clock: Clock,
    private readonly heads: ReviewHeads,
    private readonly candidates: Candidates,
  ) {}

  /**
   * A new pending Candidate of checked evidence, at version 1.
   *
   * @param candidateId drawn once a request, outside the unit.
   * @returns it, and the head as it now stands: the one to use for more in the same unit.
   */
  async insert(
    tx: Tx,
    head: ReviewHead,
    draft: CandidateDraft,
    candidateId: Id16,
  ): Promise<{ readonly candidate: Candidate; readonly head: ReviewHead }> {
    const next = { ...head, lastCandidate: head.lastCandidate + 1 };
    const { proposal, sourceRefs, artifactRefs, target, reason } = draft;
    const candidate: Candidate = {
      candidateNo: next.lastCandidate,
      candidateId,
      family: EXPERIENCE,
      version: 1,
      state: { kind: "pending" },
      operationId: candidateId,
      createdAt: this.clock.now(),
      proposal,
      sourceRefs,
      artifactRefs,
      target,
      reason,
    };
    await this.candidates.insert(tx, head.scope, candidate);
    await this.heads.save(tx, next);
    return { candidate, head: next };
  }

  /** Makes a new version of a known Candidate the current one. */
  async revise(tx: Tx, head: ReviewHead, revised: Candidate): Promise<Candidate> {
    await this.candidates.revise(tx, head.scope, revised);
    return revised;
  }
}
