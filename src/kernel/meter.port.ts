/**
 * - `journal_appended`  Sources newly written to a journal; a repeated capture is not one
 */
export type CounterName = "journal_appended";

/**
 * - `pack_bytes`       UTF-8 bytes of a prepared context, 0 when it is empty
 * - `pack_candidates`  candidates a prepared context was chosen from
 */
export type HistogramName = "pack_bytes" | "pack_candidates";

/** What features count. The sets are closed and nothing is labelled: a scope, an id or a text can never become a metric. */
export abstract class Meter {
  /** Adds `amount` (default 1, never negative). */
  abstract count(name: CounterName, amount?: number): void;
  abstract observe(name: HistogramName, value: number): void;
}
