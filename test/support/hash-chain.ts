import { commitmentOf, firstBrokenRevision, type ChainedChange } from "../../src/memory/domain/hash-chain.policy.js";
import type { ChangeOp } from "../../src/memory/domain/memory.types.js";
import type { ScopeId } from "../../src/kernel/ids.js";
import type { OpenAdapters } from "../conformance/harness.js";

interface Row {
  readonly revision: number;
  readonly origin: string;
  readonly created_at: number;
  readonly hash: Buffer;
  readonly op: ChangeOp;
  readonly reason: string | null;
  readonly salt: Buffer;
  readonly commitment: Buffer;
  readonly entry_id: Buffer;
  readonly version_id: Buffer;
  readonly previous_id: Buffer | null;
  readonly kind: string;
  readonly text: string;
}

const HISTORY = {
  name: "test.history",
  sql: `SELECT r.revision, r.origin, r.created_at, r.hash, c.op, c.reason, c.salt, c.commitment, e.entry_id,
          v.version_id, v.kind, v.text, p.version_id AS previous_id
        FROM memory_revision r
        JOIN memory_change c ON c.scope_key = r.scope_key AND c.revision = r.revision
        JOIN memory_entry e ON e.scope_key = c.scope_key AND e.entry = c.entry
        JOIN memory_version v ON v.scope_key = c.scope_key AND v.entry = c.entry AND v.version = c.version
        LEFT JOIN memory_version p ON p.scope_key = c.scope_key AND p.entry = c.entry AND p.version = c.version - 1
        WHERE r.scope_key = ? ORDER BY r.revision, e.entry_id`,
};

/** The stored history of a scope, checked from its raw rows as an auditor would. */
export async function readChain(adapters: OpenAdapters, scopeId: ScopeId) {
  const key = await adapters.scopes.find(adapters.unitOfWork.reader, scopeId);
  const rows = await adapters.unitOfWork.reader.query<Row>(HISTORY, [key ?? 0]);
  const revisions = new Map<
    number,
    { revision: number; origin: string; createdAt: number; hash: Buffer; changes: ChainedChange[] }
  >();
  for (const row of rows) {
    const { revision, origin, created_at: createdAt, hash } = row;
    const entry = revisions.get(revision) ?? { revision, origin, createdAt, hash, changes: [] };
    entry.changes.push(toChange(row));
    revisions.set(revision, entry);
  }
  const history = [...revisions.values()];
  return {
    revisions: history,
    firstBroken: firstBrokenRevision(scopeId, history),
    /** The first Revision whose content is not the one it committed to. */
    firstForged: rows.find((row) => !recomputed(row).equals(row.commitment))?.revision,
  };
}

function toChange(row: Row): ChainedChange {
  const version = `mem_ver_${row.version_id.toString("hex")}`;
  const previous = row.previous_id ? `mem_ver_${row.previous_id.toString("hex")}` : null;
  const [from, to] = {
    add: [null, version],
    reactivate: [null, version],
    revise: [previous, version],
    deactivate: [version, null],
  }[row.op];
  return {
    op: row.op,
    entryId: `mem_ent_${row.entry_id.toString("hex")}`,
    from: from ?? null,
    to: to ?? null,
    commitment: row.commitment,
  };
}

function recomputed(row: Row): Buffer {
  const content = { kind: row.kind, text: row.text, sourceRefs: [], artifactRefs: [] };
  return commitmentOf(row.salt, row.op === "deactivate" ? undefined : content, row.reason ?? undefined);
}
