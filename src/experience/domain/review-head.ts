import type { ScopeKey } from "../../kernel/ids.js";
import type { IndexState } from "../../kernel/index-state.js";

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
