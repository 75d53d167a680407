import type { ScopeId } from "../../kernel/ids.js";
import type { EntryContent } from "./entry-content.policy.js";
import {
  commitmentOf,
  genesisHash,
  revisionHash,
  type ChainedChange,
  type ChainedRevision,
} from "./hash-chain.policy.js";

/** A stored change with what its commitment must open to. Salt and content are absent once erased. */
export interface RecordedChange extends ChainedChange {
  readonly salt: Buffer | undefined;
  /** Undefined for a deactivation. */
  readonly content: EntryContent | undefined;
  readonly reason: string | undefined;
}

export interface RecordedRevision extends ChainedRevision {
  readonly hash: Buffer;
  readonly changes: readonly RecordedChange[];
}

/**
 * - `broken_chain`     the Revision is missing, or its hash is not the one its history gives
 * - `altered_content`  a text, kind, evidence or reason is not the one the Revision committed to
 * - `wrong_head`       the head does not name the last Revision of the chain
 */
export interface HistoryFault {
  readonly kind: "broken_chain" | "altered_content" | "wrong_head";
  readonly revision: number;
}

/** A place in a chain up to which it was found whole. */
export interface AuditedUpTo {
  readonly revision: number;
  readonly hash: Buffer;
}

export function startOfHistory(scopeId: ScopeId): AuditedUpTo {
  return { revision: 0, hash: genesisHash(scopeId) };
}

/** Checks the next Revisions of a chain. @returns the first fault, or how far the chain is whole. */
export function auditRevisions(
  from: AuditedUpTo,
  revisions: readonly RecordedRevision[],
): { readonly upTo: AuditedUpTo; readonly fault: HistoryFault | undefined } {
  let upTo = from;
  for (const recorded of revisions) {
    const revision = upTo.revision + 1;
    const hash = revisionHash(upTo.hash, recorded);
    if (recorded.revision !== revision || !hash.equals(recorded.hash)) {
      return { upTo, fault: { kind: "broken_chain", revision } };
    }
    if (recorded.changes.some(isAltered)) return { upTo, fault: { kind: "altered_content", revision } };
    upTo = { revision, hash };
  }
  return { upTo, fault: undefined };
}

function isAltered({ salt, content, reason, commitment }: RecordedChange): boolean {
  return salt !== undefined && !commitmentOf(salt, content, reason).equals(commitment);
}
