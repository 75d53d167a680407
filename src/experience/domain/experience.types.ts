import type { Id16, ScopeId } from "../../kernel/ids.js";
import type { ArtifactReference, SourceReference } from "../../kernel/references.js";

/** What an Experience says, each field 1..8000 code points, exactly as it was sent. */
export interface ExperienceProposal {
  readonly situation: string;
  readonly action: string;
  readonly outcome: string;
  readonly lesson: string;
}

/** What a proposal rests on: 1..32 references in all, each once, in the caller's order. */
export interface Evidence {
  readonly sourceRefs: readonly SourceReference[];
  readonly artifactRefs: readonly ArtifactReference[];
}

/** An Experience by its stored identity. */
export interface ExperienceRevision {
  readonly artifactId: Id16;
  /** ≥ 1 */
  readonly revision: number;
}

/** One approved Revision with what it rested on. */
export interface Experience extends Evidence {
  readonly artifact: ArtifactReference;
  readonly content: ExperienceProposal;
}

export interface GetExperienceQuery {
  readonly scopeId: ScopeId;
  readonly artifact: ArtifactReference;
}
