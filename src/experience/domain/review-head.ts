import type { ScopeKey } from "../../kernel/ids.js";

/** Which postings of a scope's Experiences may be read. */
export interface IndexState {
  /** The analyzer they were made with; 0 when there are none to trust. */
  readonly version: number;
  /** The build that is live. */
  readonly build: number;
  /** The highest build number ever given out. */
  readonly lastBuild: number;
}

/** The head row of a scope's inbox: the lock of every proposal and decision. */
export interface ReviewHead {
  readonly scope: ScopeKey;
  /** The highest Candidate number ever given out; 0 before the first. */
  readonly lastCandidate: number;
  /** The highest Artifact number ever given out; 0 before the first approval. */
  readonly lastArtifact: number;
  /** Approved Artifacts, each counted once whatever its Revision. */
  readonly activeArtifacts: number;
  readonly index: IndexState;
}
