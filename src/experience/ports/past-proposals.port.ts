import type { ScopeKey } from "../../kernel/ids.js";
import type { DbSession } from "../../kernel/unit-of-work.port.js";
import type { ExperienceProposal } from "../domain/experience.types.js";

export interface PastProposal {
  readonly candidateNo: number;
  readonly proposal: ExperienceProposal;
}

/** What has been proposed in a scope, whatever became of it. Proven by test/conformance/past-proposals.conformance.ts. */
export abstract class PastProposals {
  /** Those of at most 8 proposal hashes that some version of some Candidate has, by an index. */
  abstract known(session: DbSession, scope: ScopeKey, hashes: readonly Buffer[]): Promise<readonly Buffer[]>;
  /** What Candidates with a number above `after` propose in their current version, newest first, at most `limit`. */
  abstract latest(session: DbSession, scope: ScopeKey, after: number, limit: number): Promise<readonly PastProposal[]>;
}
