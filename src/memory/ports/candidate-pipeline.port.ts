import type { ProposedCandidate, ReadEntry, ReadSource } from "../domain/candidate.types.js";

/** What a pipeline reads at once. */
export interface Reading {
  readonly sources: readonly ReadSource[];
  /** Active entries that the Sources may be about. */
  readonly entries: readonly ReadEntry[];
  /** Ends the reading early. */
  readonly signal: AbortSignal | undefined;
}

/** Proposes what should be remembered of Sources. Absent on a server without a model. */
export abstract class CandidatePipeline {
  /** Milliseconds after which a reading has ended, whatever happened: what a claim on a window must outlast. */
  abstract readonly timeoutMs: number;
  /** Finding nothing is an answer. @throws DomainError inference_timeout, inference_unavailable */
  abstract read(reading: Reading): Promise<readonly ProposedCandidate[]>;
}
