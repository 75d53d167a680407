import type { ArtifactReference } from "../../kernel/references.js";

/** Who wrote a Revision that extraction made; any other origin is a person's. */
export const FLUSH_ORIGIN = "flush";

/** How one flush may go about it. */
export interface FlushOptions {
  /** Ends the flush early: nothing is advanced. */
  readonly signal?: AbortSignal | undefined;
  /** Whether another flush of the scope is waited for. Default: it is. A skipped scope is idle with Sources pending. */
  readonly whenHeld?: "wait" | "skip" | undefined;
  /** Milliseconds until a schedule tries a scope again that has failed `failures` times in a row before. */
  readonly retryInMs?: ((failures: number) => number) | undefined;
}

/** What became of the next window of a scope's journal (RFC 0020 "Source capture and explicit flush"). */
export type FlushResult =
  | { readonly kind: "idle"; readonly cursor: number; readonly highWatermark: number }
  | {
      readonly kind: "processed";
      readonly previousCursor: number;
      readonly currentCursor: number;
      readonly highWatermark: number;
      readonly sources: number;
      /** The head after the window; undefined when the scope has no Memory yet. */
      readonly memory: ArtifactReference | undefined;
    };
