/** The one vector space of a deployment. Vectors of two profiles are never compared. */
export interface EmbeddingProfile {
  /** Chosen by the operator: another id means other vectors, whatever else stayed the same. */
  readonly profileId: string;
  readonly model: string;
  readonly dimension: number;
  readonly normalization: "unit" | "none";
}

export type EmbeddingPurpose = "query" | "entry" | "probe";

export interface EmbeddingRequest {
  readonly purpose: EmbeddingPurpose;
  /** Milliseconds for the whole request; the provider's own limit applies when it is shorter. */
  readonly deadlineMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What makes vectors. Every one it returns has the profile's dimension, is finite and is not zero. */
export abstract class Embedder {
  abstract readonly profile: EmbeddingProfile;
  /** Milliseconds that somebody who can do without waits for a vector: prepare, search in mode auto, a write. */
  abstract readonly queryDeadlineMs: number;
  /**
   * One vector a text, in order, normalised as the profile says. An empty list costs no call.
   *
   * @throws DomainError inference_timeout past the deadline, inference_unavailable for everything else, a vector that does
   *   not fit the profile included.
   */
  abstract embed(texts: readonly string[], request: EmbeddingRequest): Promise<readonly Float32Array[]>;
}

/** The configured embedding model, and what this process has seen of it. */
export abstract class EmbeddingModel extends Embedder {
  /** Whether it has answered in this process with vectors that fit; no longer once a probe finds it misconfigured. */
  abstract readonly hasAnswered: boolean;
  /** Whether a query has just failed, so that whoever can do without a vector should not wait for one now. */
  abstract readonly isResting: boolean;
}
