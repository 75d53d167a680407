import type { ScopeId } from "../../kernel/ids.js";
import type { SourceReference } from "../../kernel/references.js";

export type JsonObject = Readonly<Record<string, unknown>>;

export interface CaptureCommand {
  readonly scopeId: ScopeId;
  readonly sourceId: string;
  readonly content: string;
  /** Absent, null and {} are the same payload; the edge hands over undefined for null. */
  readonly metadata: JsonObject | undefined;
}

/** Proof that a Source is durably in the journal. Promises nothing about extraction (RFC 0020). */
export interface SourceReceipt {
  readonly source: SourceReference;
  /** 1, 2, 3 … without holes per scope. */
  readonly position: number;
}
