import type { SourceReference } from "../../kernel/references.js";
import type { EntryContent } from "./entry-content.policy.js";
import type { StoredEntry } from "./stored-entry.js";

/** A Source, or a part of one, as a pipeline reads it: redacted, under the number it is named by. */
export interface ReadSource {
  /** 1, 2, 3 … in the window. */
  readonly number: number;
  readonly text: string;
  /** Which part of how many this is, when the Source is read in parts. */
  readonly part: { readonly number: number; readonly of: number } | undefined;
}

/** An active entry as a pipeline reads it, under the handle it is named by. */
export interface ReadEntry {
  readonly handle: string;
  readonly kind: string;
  readonly text: string;
}

/** What a pipeline answers, none of it trusted: numbers and handles may be invented, texts anything. */
export interface ProposedCandidate {
  readonly op: "add" | "revise";
  /** Of the entry to revise. */
  readonly handle: string | undefined;
  readonly kind: string;
  readonly text: string;
  /** Numbers of the Sources that say it. */
  readonly sources: readonly number[];
}

/** A candidate that could be written as a caller's could, on evidence of its window. */
export type Candidate = {
  readonly kind: string;
  readonly text: string;
  /** Of the window, unique, at least one. */
  readonly evidence: readonly SourceReference[];
} & (
  | { readonly op: "add" }
  /** `seen` is the version that the pipeline was shown. */
  | { readonly op: "revise"; readonly seen: StoredEntry }
);

/** A change that the current state admits. */
export type AdmittedChange =
  | { readonly op: "add"; readonly content: EntryContent }
  | { readonly op: "revise"; readonly current: StoredEntry; readonly content: EntryContent };

/**
 * - `excess`       beyond what one window may propose
 * - `invalid`      not what a caller could have remembered
 * - `unsupported`  names no Source of the window
 * - `redacted`     would replace an entry that the pipeline has seen only in part, because a secret was taken out
 * - `stale`        the entry is not active at the version the pipeline saw, or changes already in this window
 * - `duplicate`    an active entry or an earlier candidate of the window says it already, or the entry said it before it was revised
 * - `retired`      a person has retired or replaced this text
 */
export type DropReason = "excess" | "invalid" | "unsupported" | "redacted" | "stale" | "duplicate" | "retired";
