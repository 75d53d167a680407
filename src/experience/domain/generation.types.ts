import type { ScopeId } from "../../kernel/ids.js";
import type { ArtifactReference, SourceReference } from "../../kernel/references.js";
import type { Candidate } from "./candidate.types.js";
import type { Evidence, ExperienceProposal } from "./experience.types.js";

/** Asks a model for a proposal from exactly this evidence. */
export interface GenerateCommand extends Evidence {
  readonly scopeId: ScopeId;
  readonly target: ArtifactReference | undefined;
  readonly reason: string | undefined;
}

/** A proposal that waits for review, or none because the evidence teaches nothing. */
export type GenerationOutcome =
  { readonly kind: "pending"; readonly candidate: Candidate } | { readonly kind: "no_op" };

/** A piece of evidence as a model may see it: redacted, and cut where it was too long. */
export interface ShownText {
  /** 1, 2, 3 … in one reading. */
  readonly number: number;
  readonly text: string;
}

export interface ShownEvidence extends ShownText {
  readonly kind: "source" | "memory" | "experience";
  /** Whether the proposal would be its next Revision. */
  readonly isTarget: boolean;
}

/** What a model answers, none of it trusted. */
export interface DistilledProposal extends ExperienceProposal {
  /** Numbers of the texts it rests on. */
  readonly sources: readonly number[];
}

/** A proposal as a caller could have made it, on Sources of its window. */
export interface IncubatedProposal {
  readonly proposal: ExperienceProposal;
  /** Unique, at least one. */
  readonly sourceRefs: readonly SourceReference[];
}
