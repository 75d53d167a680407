export interface WriterLimits {
  /** Units that may wait; one more is refused as overloaded. */
  readonly queueLength: number;
  /** How long a unit waits for a writer or for another process before it is refused as overloaded. */
  readonly waitMs: number;
  /** How long one unit may hold its writer before it is rolled back. */
  readonly unitMs: number;
}

export const WRITER_LIMITS: WriterLimits = { queueLength: 1_000, waitMs: 10_000, unitMs: 5_000 };

/** Told when a unit was rolled back because it held its writer too long. */
export type OverrunListener = (limitMs: number) => void;

export const NESTED_UNIT = "A unit of work was opened inside another one; pass the Tx on instead.";
