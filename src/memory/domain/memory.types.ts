import type { ScopeId } from "../../kernel/ids.js";
import type { ArtifactReference, SourceReference } from "../../kernel/references.js";

export type EntryState = "active" | "inactive";

/** Names one immutable entry version and the Revision it was read at (RFC 0020). Ids are wire strings. */
export interface MemoryCitation {
  readonly memoryRef: ArtifactReference;
  readonly entryId: string;
  readonly entryVersionId: string;
}

export interface MemoryEntry {
  readonly citation: MemoryCitation;
  /** ≥ 1, counts the versions of this entry. */
  readonly version: number;
  readonly kind: string;
  readonly text: string;
  readonly state: EntryState;
  readonly sourceRefs: readonly SourceReference[];
  readonly artifactRefs: readonly ArtifactReference[];
}

export type ChangeOp = "add" | "revise" | "deactivate" | "reactivate";

/** What one Revision did to one entry: add null→v, revise old→new, deactivate v→null, reactivate null→v. */
export interface EntryChange {
  readonly op: ChangeOp;
  readonly entryId: string;
  readonly fromEntryVersionId: string | undefined;
  readonly toEntryVersionId: string | undefined;
  readonly reason: string | undefined;
}

export interface RevisionChanges {
  readonly memoryRef: ArtifactReference;
  /** Ascending by entry_id bytes. */
  readonly changes: readonly EntryChange[];
}

export interface RememberCommand {
  readonly scopeId: ScopeId;
  readonly kind: string;
  readonly text: string;
  readonly reason: string | undefined;
  /** Undefined writes to whatever the head is. */
  readonly expectedRevision: number | undefined;
}

export interface ReviseCommand {
  readonly scopeId: ScopeId;
  readonly citation: MemoryCitation;
  readonly kind: string;
  readonly text: string;
  readonly reason: string | undefined;
}

export interface RetireCommand {
  readonly scopeId: ScopeId;
  readonly citation: MemoryCitation;
  readonly reason: string | undefined;
}

export interface MemoryMutation {
  /** The head after the call: a new Revision, or the same one when nothing changed. */
  readonly memory: ArtifactReference;
  readonly entry: MemoryEntry;
}

export interface MemorySnapshot {
  /** Undefined when the scope has no Memory. */
  readonly memory: ArtifactReference | undefined;
  /** Ascending by entry_id bytes. */
  readonly entries: readonly MemoryEntry[];
}

export interface MemoryHistory {
  readonly memory: ArtifactReference | undefined;
  /** Ascending by Revision. */
  readonly revisions: readonly RevisionChanges[];
}

export type SearchMode = "fts" | "vector" | "hybrid";
export type SearchRequestMode = "auto" | SearchMode;

export interface SearchQuery {
  readonly scopeId: ScopeId;
  readonly query: string;
  /** 1..50 */
  readonly limit: number;
  readonly mode: SearchRequestMode;
}

export interface MemoryHit {
  readonly citation: MemoryCitation;
  readonly text: string;
  /** 0..1, comparable only within one result. */
  readonly score: number;
  readonly matchedBy: readonly ("fts" | "vector")[];
}

export interface SearchResult {
  readonly memory: ArtifactReference | undefined;
  /** What ran; undefined exactly when memory is. */
  readonly mode: SearchMode | undefined;
  readonly hits: readonly MemoryHit[];
}
