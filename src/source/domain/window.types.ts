/** How one window of a journal may be gone about. */
export interface WindowOptions {
  /** Ends it early: nothing is advanced. */
  readonly signal?: AbortSignal | undefined;
  /** Whether somebody else who has the scope's window is waited for. Default: they are. A skipped scope is idle with Sources pending. */
  readonly whenHeld?: "wait" | "skip" | undefined;
  /** Milliseconds until a schedule tries a scope again that has failed `failures` times in a row before. */
  readonly retryInMs?: ((failures: number) => number) | undefined;
}

/** Nothing was pending, or somebody else has it. */
export interface IdleWindow {
  readonly kind: "idle";
  readonly cursor: number;
  readonly highWatermark: number;
}

/** A window that is done, and how far the journal goes. */
export interface ProcessedWindow {
  readonly kind: "processed";
  readonly previousCursor: number;
  readonly currentCursor: number;
  readonly highWatermark: number;
  readonly sources: number;
}
