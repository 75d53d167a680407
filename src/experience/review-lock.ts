import { Injectable } from "@nestjs/common";

import type { ScopeId } from "../kernel/ids.js";
import { ScopeDirectory } from "../kernel/scope-directory.port.js";
import type { Tx } from "../kernel/unit-of-work.port.js";
import { candidateNotFound } from "./domain/candidate.policy.js";
import type { Candidate, CandidateQuery } from "./domain/candidate.types.js";
import type { ReviewHead } from "./domain/review-head.js";
import { parseCandidateId } from "./domain/wire-ids.policy.js";
import { Candidates } from "./ports/candidates.port.js";
import { ReviewHeads } from "./ports/review-heads.port.js";

/** A Candidate of an inbox that is held until the unit ends. */
export interface LockedCandidate {
  readonly head: ReviewHead;
  readonly candidate: Candidate;
}

/** The first step of every unit that writes to an inbox. */
@Injectable()
export class ReviewLock {
  constructor(
    private readonly scopes: ScopeDirectory,
    private readonly heads: ReviewHeads,
    private readonly candidates: Candidates,
  ) {}

  /**
   * Holds the inbox of a scope until the unit ends. Undefined for a scope nobody has written to: a proposal needs
   * evidence there, so none of these units is a scope's first.
   */
  async existing(tx: Tx, scopeId: ScopeId): Promise<ReviewHead | undefined> {
    const scope = await this.scopes.find(tx, scopeId);
    return scope === undefined ? undefined : this.heads.lock(tx, scope);
  }

  /** @throws DomainError candidate_not_found */
  async candidate(tx: Tx, { scopeId, candidateId }: CandidateQuery): Promise<LockedCandidate> {
    const id = parseCandidateId(candidateId);
    const head = id && (await this.existing(tx, scopeId));
    const candidate = head && (await this.candidates.find(tx, scopeId, id));
    if (head === undefined || candidate === undefined) throw candidateNotFound();
    return { head, candidate };
  }

  /**
   * What an earlier run of this unit has written as this version, though others may have gone on since. Absence is final:
   * the lock waits for a lost commit.
   */
  async committed(
    tx: Tx,
    scopeId: ScopeId,
    { candidateId, version, operationId }: Pick<Candidate, "candidateId" | "version" | "operationId">,
  ): Promise<Candidate | undefined> {
    if (tx.attempt === 1) return undefined;
    const found = await this.candidates.findVersion(tx, scopeId, candidateId, version);
    return found?.operationId.equals(operationId) === true ? found : undefined;
  }
}
