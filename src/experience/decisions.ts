import { Injectable } from "@nestjs/common";

import { IdGenerator } from "../kernel/id-generator.port.js";
import { Meter } from "../kernel/meter.port.js";
import { UnitOfWork, type Tx } from "../kernel/unit-of-work.port.js";
import { requireOpen } from "./domain/candidate.policy.js";
import type { ApproveCommand, Candidate, CandidateState } from "./domain/candidate.types.js";
import { Candidates } from "./ports/candidates.port.js";
import { type LockedCandidate, ReviewLock } from "./review-lock.js";

/** How a Candidate may end. */
export type DecidedState = Exclude<CandidateState, { readonly kind: "pending" }>;

/** Ends Candidates, each once. */
@Injectable()
export class Decisions {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdGenerator,
    private readonly lock: ReviewLock,
    private readonly candidates: Candidates,
    private readonly meter: Meter,
  ) {}

  /**
   * A repeated run answers with what an earlier one has committed.
   *
   * @param outcome writes what comes of the decision, in its unit
   * @throws DomainError candidate_not_found, candidate_terminal, candidate_conflict, then what `outcome` throws
   */
  async decide<State extends DecidedState>(
    command: ApproveCommand,
    outcome: (tx: Tx, locked: LockedCandidate) => Promise<State>,
  ): Promise<Candidate> {
    const operationId = this.ids.next();
    const decided = await this.unitOfWork.run(async (tx) => {
      const { head, candidate } = await this.lock.candidate(tx, command);
      if (tx.attempt > 1 && candidate.operationId.equals(operationId)) return candidate;
      const open = requireOpen(candidate, command.expectedVersion);
      const state = await outcome(tx, { head, candidate: open });
      const next: Candidate = { ...open, operationId, state };
      await this.candidates.decide(tx, head.scope, next);
      return next;
    });
    if (decided.state.kind !== "pending") this.meter.count(`review_${decided.state.kind}`);
    return decided;
  }
}
