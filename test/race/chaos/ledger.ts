import type * as Wire from "../../../src/client/index.js";

/** What its caller knows of a call. */
export type Outcome<Answer> =
  | { readonly kind: "acknowledged"; readonly answer: Answer }
  /** Told no: nothing was done. */
  | { readonly kind: "refused"; readonly code: string; readonly details: Readonly<Record<string, unknown>> }
  /** Nobody listened: nothing was done. */
  | { readonly kind: "unsent" }
  /** No answer, or a 503, whose code is here: it was done once or not at all. */
  | { readonly kind: "unknown"; readonly code?: string };

export interface CaptureRecord {
  readonly sourceId: string;
  readonly content: string;
  /** Of a task's outcome, which becomes a Candidate as well. */
  readonly isReport: boolean;
  readonly outcome: Outcome<Wire.CaptureContentSourceResponse>;
}

/** A write of Memory. Its reason is its own, so that the history shows each effect it had. */
export interface MemoryWrite {
  readonly operation: "remember" | "revise" | "retire";
  readonly reason: string;
  /** Undefined for retire. */
  readonly text: string | undefined;
  /** The Revision it named or cited. */
  readonly base: number | undefined;
  readonly outcome: Outcome<Wire.RememberMemoryResponse>;
}

/** A step in the inbox. What it says is its own, so that each effect it had is seen. */
export interface ReviewStep {
  readonly operation: "propose" | "revise" | "approve" | "reject";
  /** The lesson of propose and revise, the reason of reject. */
  readonly says: string | undefined;
  /** Undefined for propose. */
  readonly candidateId: string | undefined;
  readonly expectedVersion: number | undefined;
  readonly target: Wire.ArtifactReference | undefined;
  readonly outcome: Outcome<Wire.ArtifactCandidate>;
}

/** What was asked of one scope, and what became of it. */
export class ScopeLedger {
  readonly captures: CaptureRecord[] = [];
  readonly writes: MemoryWrite[] = [];
  readonly steps: ReviewStep[] = [];
  /** Answered flushes. */
  readonly flushes: Wire.FlushMemoryResponse[] = [];
}

/** Writes of Memory that were answered with a 503 and are in the history: the database went away around their commit. */
export function doneInDoubt({ writes }: ScopeLedger, { history }: Pick<FinalState, "history">): number {
  const reasons = new Set(history.flatMap(({ changes }) => changes.map(({ reason }) => reason)));
  return writes.filter(({ reason, outcome }) => {
    return outcome.kind === "unknown" && outcome.code !== undefined && reasons.has(reason);
  }).length;
}

export interface StoredSource {
  readonly position: number;
  readonly sourceId: string;
  readonly content: string;
}

export interface StoredCursor {
  readonly binding: "memory" | "experience";
  readonly position: number;
}

/** What a scope holds at the end. */
export interface FinalState {
  /** Ascending by position. */
  readonly sources: readonly StoredSource[];
  readonly cursors: readonly StoredCursor[];
  readonly history: readonly Wire.MemoryRevisionChanges[];
  /** At the head, the inactive ones as well. */
  readonly entries: readonly Wire.MemoryEntry[];
  /** What each citation of the history and of the answers resolves to, by `citationKey`. */
  readonly cited: ReadonlyMap<string, Wire.MemoryEntry>;
  readonly chain: StoredChain;
  readonly candidates: readonly Wire.ArtifactCandidate[];
  readonly candidateVersions: readonly StoredCandidateVersion[];
  readonly experiences: readonly Wire.ExperienceArtifact[];
}

export interface StoredCandidateVersion {
  readonly candidateId: string;
  readonly version: number;
  readonly lesson: string;
}

/** The hash chain of a scope as it lies in the tables; hashes and salts in hex. */
export interface StoredChain {
  readonly scopeId: string;
  readonly headHash: string;
  readonly revisions: readonly StoredRevision[];
}

export interface StoredRevision {
  readonly revision: number;
  readonly origin: string;
  /** Milliseconds since the epoch. */
  readonly createdAt: number;
  readonly hash: string;
  readonly changes: readonly StoredChange[];
}

export interface StoredChange {
  readonly op: string;
  readonly entryId: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly reason: string | null;
  readonly salt: string;
  readonly commitment: string;
  /** Of the version it leads to; null for a deactivation. */
  readonly content: object | null;
}

export function citationKey({ memory_ref, entry_id, entry_version_id }: Wire.MemoryCitation): string {
  return `${String(memory_ref.revision)} ${entry_id} ${entry_version_id}`;
}

/** Where the changed entry can be read as that Revision has left it. */
export function citationOf(
  memory_ref: Wire.ArtifactReference,
  { entry_id, from_entry_version_id, to_entry_version_id }: Wire.EntryChange,
): Wire.MemoryCitation {
  return { memory_ref, entry_id, entry_version_id: to_entry_version_id ?? from_entry_version_id ?? "" };
}

export function referenceKey({ artifact_id, revision }: Wire.ArtifactReference): string {
  return `${artifact_id}@${String(revision)}`;
}
