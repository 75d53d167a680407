import type { ScopeId } from "../../src/kernel/ids.js";
import type { ArtifactReference } from "../../src/kernel/references.js";
import type { Candidate, CandidateStatus, ProposedVersion } from "../../src/experience/domain/candidate.types.js";
import type { ExperienceProposal } from "../../src/experience/domain/experience.types.js";
import { candidateIdOf, experienceReference } from "../../src/experience/domain/wire-ids.policy.js";
import type { Review } from "../support/compose-review.js";
import type { OpenAdapters } from "./harness.js";

/** A proposal whose texts tell it from others. */
export function aProposal(name: string): ExperienceProposal {
  return {
    situation: `situation ${name}`,
    action: `action ${name}`,
    outcome: `outcome ${name}`,
    lesson: `lesson ${name}`,
  };
}

const ALICE = { name: "content", sourceId: "alice" };

/** The calls of the review suites, each with only what its tests are about. Evidence is the Source `alice` unless given. */
export class ReviewCalls {
  constructor(
    readonly review: Review,
    private readonly adapters: OpenAdapters,
  ) {}

  /** Puts Sources into the journal of a scope. */
  async capture(scopeId: ScopeId, ...sourceIds: readonly string[]): Promise<void> {
    const { unitOfWork, scopes, journal } = this.adapters;
    await unitOfWork.run(async (tx) => {
      const scope = await scopes.open(tx, scopeId);
      for (const sourceId of sourceIds.length === 0 ? [ALICE.sourceId] : sourceIds) {
        const payload = { content: "c", metadata: undefined, payloadHash: Buffer.alloc(32) };
        await journal.append(tx, scope, { type: "content", sourceId, ...payload });
      }
    });
  }

  propose(scopeId: ScopeId, name: string, more: Partial<ProposedVersion> = {}): Promise<Candidate> {
    return this.review.proposals.propose({ scopeId, ...this.version(name), ...more });
  }

  /** A proposal for the next Revision of an approved Experience. */
  proposeOn(scopeId: ScopeId, name: string, target: ArtifactReference): Promise<Candidate> {
    return this.propose(scopeId, name, { target, artifactRefs: [target] });
  }

  approve(scopeId: ScopeId, { candidateId }: Candidate, expectedVersion = 1): Promise<Candidate> {
    return this.review.inbox.approve({ scopeId, candidateId: candidateIdOf(candidateId), expectedVersion });
  }

  reject(scopeId: ScopeId, { candidateId }: Candidate, expectedVersion = 1): Promise<Candidate> {
    const candidate = candidateIdOf(candidateId);
    return this.review.inbox.reject({ scopeId, candidateId: candidate, expectedVersion, reason: " too narrow " });
  }

  revise(
    scopeId: ScopeId,
    { candidateId }: Candidate,
    name: string,
    more: Partial<ProposedVersion> & { readonly expectedVersion?: number } = {},
  ): Promise<Candidate> {
    const command = { scopeId, candidateId: candidateIdOf(candidateId), expectedVersion: 1 };
    return this.review.proposals.revise({ ...command, ...this.version(name), ...more });
  }

  get(scopeId: ScopeId, { candidateId }: Candidate): Promise<Candidate> {
    return this.review.inbox.get({ scopeId, candidateId: candidateIdOf(candidateId) });
  }

  list(scopeId: ScopeId, more: { status?: CandidateStatus; cursor?: string; limit?: number } = {}) {
    const { status = "pending", cursor, limit = 50 } = more;
    return this.review.inbox.list({ scopeId, status, cursor, limit, family: undefined });
  }

  read(scopeId: ScopeId, artifact: ArtifactReference) {
    return this.review.experiences.get({ scopeId, artifact });
  }

  /** The names of the lessons of a page, in its order. */
  async lessons(scopeId: ScopeId, status: CandidateStatus = "pending"): Promise<readonly string[]> {
    const { candidates } = await this.list(scopeId, { status });
    return candidates.map(({ proposal }) => proposal.lesson.replace("lesson ", ""));
  }

  /** A new Experience, approved. */
  async approved(scopeId: ScopeId, name: string): Promise<ArtifactReference> {
    return resultOf(await this.approve(scopeId, await this.propose(scopeId, name)));
  }

  private version(name: string): ProposedVersion {
    return { proposal: aProposal(name), sourceRefs: [ALICE], artifactRefs: [], target: undefined, reason: undefined };
  }
}

/** The Revision that an approval made. */
export function resultOf({ state }: Candidate): ArtifactReference {
  if (state.kind !== "approved") throw new Error(`the Candidate is ${state.kind}`);
  return experienceReference(state.result);
}
