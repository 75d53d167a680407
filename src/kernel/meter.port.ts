import type { EmbeddingPurpose } from "./embedding-model.port.js";
import type { GenerationPurpose } from "./generation-model.port.js";

/**
 * - `journal_appended`     Sources newly written to a journal; a repeated capture is not one
 * - `extraction_changes`   entries that flushes added or revised
 * - `extraction_dropped_*` candidates that flushes did not write, by reason (memory/domain/candidate.types.ts)
 * - `extraction_redactions` secrets and private spans taken out of what a model was shown or has answered
 * - `schedule_windows`     windows that the schedule has processed
 * - `schedule_failures`    windows of the schedule that failed and are tried again later
 * - `schedule_sources`     Sources in the windows that it has processed
 * - `incubation_*`         the same of the schedule that proposes Experience
 * - `incubation_candidates` Candidates it has put into inboxes
 * - `incubation_dropped_*` proposals it has not: nothing a caller could have proposed, or proposed before
 * - `review_*`             Candidates that were decided
 * - `packs_with_experience` prepared contexts that hold an Experience
 */
export type CounterName =
  | "journal_appended"
  | "extraction_changes"
  | "extraction_dropped_excess"
  | "extraction_dropped_invalid"
  | "extraction_dropped_unsupported"
  | "extraction_dropped_redacted"
  | "extraction_dropped_stale"
  | "extraction_dropped_duplicate"
  | "extraction_dropped_retired"
  | "extraction_redactions"
  | "schedule_windows"
  | "schedule_failures"
  | "schedule_sources"
  | "incubation_windows"
  | "incubation_failures"
  | "incubation_sources"
  | "incubation_candidates"
  | "incubation_dropped_invalid"
  | "incubation_dropped_duplicate"
  | "review_approved"
  | "review_rejected"
  | "packs_with_experience";

/**
 * - `pack_bytes`       UTF-8 bytes of a prepared context, 0 when it is empty
 * - `pack_candidates`  candidates a prepared context was chosen from
 */
export type HistogramName = "pack_bytes" | "pack_candidates";

/** One generation or one request for embeddings, with all calls of the provider it took. */
export interface ModelUsage {
  readonly model: "generation" | "embedding";
  readonly purpose: GenerationPurpose | EmbeddingPurpose;
  readonly outcome: "success" | "timeout" | "unavailable";
  readonly seconds: number;
  /** Calls of the provider. */
  readonly requests: number;
  /** As the provider counted them, 0 when it does not say. */
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/**
 * What features count. The sets are closed, and so is every label: a scope, an id or a text can never become a metric.
 */
export abstract class Meter {
  /** Adds `amount` (default 1, never negative). */
  abstract count(name: CounterName, amount?: number): void;
  abstract observe(name: HistogramName, value: number): void;
  abstract modelUsed(usage: ModelUsage): void;
}
