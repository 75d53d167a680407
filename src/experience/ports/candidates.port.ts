import type { Id16, ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";
import type { Candidate, CandidateFamily, CandidateStatus } from "../domain/candidate.types.js";

export interface CandidateSelection {
  readonly status: CandidateStatus;
  readonly family: CandidateFamily | undefined;
  /** Numbers above it only. */
  readonly after: number;
  readonly limit: number;
}

/** The inbox. Its writes are made under a locked ReviewHead. Proven by test/conformance/review.conformance.ts. */
export abstract class Candidates {
  /** A new Candidate with its first version. */
  abstract insert(tx: Tx, scope: ScopeKey, candidate: Candidate): Promise<void>;
  /** At its current version. */
  abstract find(session: DbSession, scopeId: ScopeId, candidateId: Id16): Promise<Candidate | undefined>;
  /** As it was while this version was current: pending, with the operation that wrote the version. */
  abstract findVersion(
    session: DbSession,
    scopeId: ScopeId,
    candidateId: Id16,
    version: number,
  ): Promise<Candidate | undefined>;
  /** Ascending by number, in one statement. */
  abstract list(session: DbSession, scopeId: ScopeId, selection: CandidateSelection): Promise<readonly Candidate[]>;
  /** Writes a new version of a known Candidate and makes it the current one. */
  abstract revise(tx: Tx, scope: ScopeKey, candidate: Candidate): Promise<void>;
  /** Writes the decision on a known Candidate. */
  abstract decide(tx: Tx, scope: ScopeKey, candidate: Candidate): Promise<void>;
}
