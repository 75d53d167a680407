import type { ScopeId } from "../../kernel/ids.js";
import type { ArtifactReference } from "../../kernel/references.js";

export interface PrepareCommand {
  readonly scopeId: ScopeId;
  readonly query: string;
  /** 512..32768 UTF-8 bytes for the whole content. */
  readonly maxBytes: number;
}

/** One complete injection value, or nothing (RFC 0028). Never persisted. */
export type PreparedContext =
  { readonly status: "ready"; readonly content: string; readonly contentBytes: number } | { readonly status: "empty" };

/** A Memory hit as the builder takes it: in search order, with the citation it will show. */
export interface MemoryCandidate {
  readonly memoryRef: ArtifactReference;
  readonly entryId: string;
  readonly entryVersionId: string;
  readonly text: string;
}

/** An approved Experience as the builder takes it: the current head Revision and its four authored fields. */
export interface ExperienceCandidate {
  readonly artifactRef: ArtifactReference;
  readonly situation: string;
  readonly action: string;
  readonly outcome: string;
  readonly lesson: string;
}

export interface PackInput {
  /** The one head every Memory candidate must cite. Undefined when the scope has no Memory. */
  readonly memoryHead: ArtifactReference | undefined;
  /** At most 16, best first. */
  readonly memories: readonly MemoryCandidate[];
  /** At most 8, best first. */
  readonly experiences: readonly ExperienceCandidate[];
  readonly maxBytes: number;
}
