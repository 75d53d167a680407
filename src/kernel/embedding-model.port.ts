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

/** A configured embedding model. Every vector it returns has the profile's dimension, is finite and is not zero. */
export abstract class EmbeddingModel {
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
