import type { Id16, ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";
import type { Evidence, ExperienceProposal } from "../domain/experience.types.js";

/** An approved Experience at its current Revision. */
export interface ArtifactHead {
  readonly artifactNo: number;
  readonly artifactId: Id16;
  readonly revision: number;
}

/** What a Revision holds: no more than its Candidate proposed. */
export interface ArtifactContent extends Evidence {
  readonly content: ExperienceProposal;
}

export interface NewArtifactRevision extends ArtifactContent, ArtifactHead {
  readonly hash: Buffer;
}

/** Approved Experiences. Written under a locked ReviewHead. Proven by test/conformance/review.conformance.ts. */
export abstract class Artifacts {
  /** The heads of those of at most 33 Experiences that exist. */
  abstract heads(session: DbSession, scope: ScopeKey, artifactIds: readonly Id16[]): Promise<readonly ArtifactHead[]>;
  /** Exactly this Revision, the head or an older one. */
  abstract exact(
    session: DbSession,
    scopeId: ScopeId,
    artifactId: Id16,
    revision: number,
  ): Promise<ArtifactContent | undefined>;
  /** What an approved Experience says in this Revision, by its number. */
  abstract contentOf(tx: Tx, scope: ScopeKey, artifactNo: number, revision: number): Promise<ExperienceProposal>;
  /** A new Experience with Revision 1. */
  abstract add(tx: Tx, scope: ScopeKey, revision: NewArtifactRevision): Promise<void>;
  /** The next Revision of a known one, which becomes its head. */
  abstract advance(tx: Tx, scope: ScopeKey, revision: NewArtifactRevision): Promise<void>;
}
