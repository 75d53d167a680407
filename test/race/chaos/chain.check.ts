import { createHash } from "node:crypto";

import canonicalize from "canonicalize";

import { Findings } from "./findings.js";
import type { StoredChain, StoredChange, StoredRevision } from "./ledger.js";

/** Computes the hash chain from the tables with nothing of the server's: docs/adr/0002-hash-chain.md read once more. */
export function checkChain({ scopeId, revisions, headHash }: StoredChain): Findings {
  const findings = new Findings();
  let hash = sha256("powercontext:memory:v1\0", scopeId);
  for (const revision of revisions) {
    const number = String(revision.revision);
    for (const change of revision.changes) {
      findings.hold(
        change.commitment === commitmentOf(change),
        `a commitment of Revision ${number} is not of its content`,
      );
    }
    hash = sha256(hash, jcs(covered(revision)));
    findings.hold(revision.hash === hash.toString("hex"), `the chain is broken at Revision ${number}`);
  }
  if (revisions.length > 0) findings.hold(headHash === hash.toString("hex"), "the head is not the end of the chain");
  return findings;
}

function covered({ revision, origin, createdAt, changes }: StoredRevision): object {
  return {
    revision,
    origin,
    created_at: createdAt,
    changes: changes
      .toSorted((left, right) => (left.entryId < right.entryId ? -1 : 1))
      .map(({ op, entryId, from, to, commitment }) => ({ op, entry_id: entryId, from, to, commitment })),
  };
}

function commitmentOf({ salt, content, reason }: StoredChange): string {
  return sha256(Buffer.from(salt, "hex"), jcs({ content, reason })).toString("hex");
}

function jcs(value: object): string {
  return canonicalize(value) ?? "";
}

function sha256(...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
