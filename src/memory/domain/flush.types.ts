import type { ArtifactReference } from "../../kernel/references.js";

/** Who wrote a Revision that extraction made; any other origin is a person's. */
export const FLUSH_ORIGIN = "flush";

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
