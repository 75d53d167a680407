import { Injectable } from "@nestjs/common";

import { IdGenerator } from "../kernel/id-generator.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { CandidateWriter } from "./candidate-writer.js";
import { changedTargetProblems, requireOpen } from "./domain/candidate.policy.js";
import type { Candidate, ProposeCommand, ReviseCandidateCommand } from "./domain/candidate.types.js";
import { requireEvidenceCount } from "./domain/evidence.policy.js";
import { EvidenceCheck } from "./evidence-check.js";
import { ReviewLock } from "./review-lock.js";

/** A caller's own proposals: each waits in the inbox until a person decides (RFC 0028). */
@Injectable()
export class ProposalService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdGenerator,
    private readonly lock: ReviewLock,
    private readonly evidence: EvidenceCheck,
    private readonly writer: CandidateWriter,
  ) {}

  /** @throws DomainError invalid_request, artifact_conflict */
  async propose(command: ProposeCommand): Promise<Candidate> {
    const { scopeId } = command;
    requireEvidenceCount(command);
    const candidateId = this.ids.next();
    return this.unitOfWork.run(async (tx) => {
      const head = await this.lock.existing(tx, scopeId);
      const mine = { candidateId, version: 1, operationId: candidateId };
      const committed = await this.lock.committed(tx, scopeId, mine);
      if (committed !== undefined) return committed;
      const draft = await this.evidence.check(tx, { scopeId, scope: head?.scope }, command);
      if (head === undefined) throw new Error("evidence was found in a scope that does not exist");
      return (await this.writer.insert(tx, head, draft, candidateId)).candidate;
    });
  }

  /**
   * The next version of a pending Candidate.
   *
   * @throws DomainError candidate_not_found, candidate_terminal, candidate_conflict, invalid_request, artifact_conflict, in
   *   this order.
   */
  async revise(command: ReviseCandidateCommand): Promise<Candidate> {
    const { scopeId, expectedVersion, proposal, sourceRefs, artifactRefs, target, reason } = command;
    const version = expectedVersion + 1;
    const operationId = this.ids.next();
    return this.unitOfWork.run(async (tx) => {
      const { head, candidate } = await this.lock.candidate(tx, command);
      const mine = { candidateId: candidate.candidateId, version, operationId };
      const committed = await this.lock.committed(tx, scopeId, mine);
      if (committed !== undefined) return committed;
      const current = requireOpen(candidate, expectedVersion);
      const draft = await this.evidence.check(
        tx,
        { scopeId, scope: head.scope },
        { proposal, sourceRefs, artifactRefs, target, reason },
        changedTargetProblems(current.target, target),
      );
      return this.writer.revise(tx, head, { ...current, ...draft, version, operationId });
    });
  }
}
