import type { Id16, ScopeId } from "../../kernel/ids.js";
import type { ArtifactReference } from "../../kernel/references.js";
import type { Evidence, ExperienceProposal, ExperienceRevision } from "./experience.types.js";

/** `skill` is reserved: nothing writes it. */
export type CandidateFamily = "experience" | "skill";
export type CandidateStatus = CandidateState["kind"];

/** A Candidate is decided once. */
export type CandidateState =
  | { readonly kind: "pending" }
  | { readonly kind: "approved"; readonly result: ExperienceRevision }
  | { readonly kind: "rejected"; readonly reason: string };

/** What one version of a Candidate proposes. */
export interface CandidateDraft extends Evidence {
  readonly proposal: ExperienceProposal;
  /** The Experience whose next Revision it would be; undefined for a new one. The same in every version. */
  readonly target: ExperienceRevision | undefined;
  readonly reason: string | undefined;
}

/** A Candidate at its current version. */
export interface Candidate extends CandidateDraft {
  readonly candidateNo: number;
  readonly candidateId: Id16;
  readonly family: CandidateFamily;
  /** 1, then one more with each revise. */
  readonly version: number;
  readonly state: CandidateState;
  /** Of the last write to it. */
  readonly operationId: Id16;
  /** When it was proposed: milliseconds since the Unix epoch. */
  readonly createdAt: number;
}

/** What a caller sends for a version: references as they came. */
export interface ProposedVersion extends Evidence {
  readonly proposal: ExperienceProposal;
  readonly target: ArtifactReference | undefined;
  readonly reason: string | undefined;
}

export interface ProposeCommand extends ProposedVersion {
  readonly scopeId: ScopeId;
}

/** Names a Candidate; its id as the wire has it. */
export interface CandidateQuery {
  readonly scopeId: ScopeId;
  readonly candidateId: string;
}

export interface ApproveCommand extends CandidateQuery {
  readonly expectedVersion: number;
}

export interface RejectCommand extends ApproveCommand {
  readonly reason: string;
}

export interface ReviseCandidateCommand extends ApproveCommand, ProposedVersion {}

export interface ListCandidatesQuery {
  readonly scopeId: ScopeId;
  readonly status: CandidateStatus;
  readonly family: CandidateFamily | undefined;
  readonly cursor: string | undefined;
  /** 1..100 */
  readonly limit: number;
}

export interface CandidatePage {
  /** Ascending by age. */
  readonly candidates: readonly Candidate[];
  /** Where the next page begins; undefined on the last. */
  readonly nextCursor: string | undefined;
}
