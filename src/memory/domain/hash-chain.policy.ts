import { canonicalJson, sha256 } from "../../kernel/canonical-json.js";
import type { ScopeId } from "../../kernel/ids.js";
import { canonicalContent, type EntryContent } from "./entry-content.policy.js";
import type { ChangeOp } from "./memory.types.js";

/** One change as its Revision's hash covers it. Ids are wire strings. */
export interface ChainedChange {
  readonly op: ChangeOp;
  readonly entryId: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly commitment: Buffer;
}

export interface ChainedRevision {
  readonly revision: number;
  readonly origin: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdAt: number;
  /** Ascending by entry id. */
  readonly changes: readonly ChainedChange[];
}

/** The hash before Revision 1. The format is fixed for ever: docs/adr/0002-hash-chain.md. */
export function genesisHash(scopeId: ScopeId): Buffer {
  return sha256("powercontext:memory:v1\0", scopeId);
}

/**
 * Binds a change to its content and reason without revealing them. The salt makes short texts unguessable, so content
 * and salt can be erased together while the chain still verifies. A deactivation has no content.
 */
export function commitmentOf(salt: Buffer, content: EntryContent | undefined, reason: string | undefined): Buffer {
  const committed = { content: content ? canonicalContent(content) : null, reason: reason ?? null };
  return sha256(salt, canonicalJson(committed));
}

export function revisionHash(previous: Buffer, revision: ChainedRevision): Buffer {
  const covered = {
    revision: revision.revision,
    origin: revision.origin,
    created_at: revision.createdAt,
    changes: revision.changes.map((change) => ({
      op: change.op,
      entry_id: change.entryId,
      from: change.from,
      to: change.to,
      commitment: change.commitment.toString("hex"),
    })),
  };
  return sha256(previous, canonicalJson(covered));
}
