import { DomainError } from "../../kernel/domain-error.js";
import type { ScopeKey } from "../../kernel/ids.js";
import { StorageError } from "../../kernel/storage-error.js";
import { utf8Length } from "../../kernel/unicode.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";
import {
  SourceJournal,
  type JournaledSource,
  type JournalReceipt,
  type NewSource,
} from "../ports/source-journal.port.js";

const LOCK_HEAD = { name: "journal.lock-head", sql: "SELECT position FROM journal_head WHERE scope_key = ?" };
const FIND = {
  name: "journal.find",
  sql: "SELECT position, payload_hash FROM source WHERE scope_key = ? AND type = ? AND source_id = ?",
};
const INSERT = {
  name: "journal.insert",
  sql: `INSERT INTO source (scope_key, position, type, source_id, payload_hash, content_bytes, content, metadata)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
};
const ADVANCE = { name: "journal.advance", sql: "UPDATE journal_head SET position = ? WHERE scope_key = ?" };
const LIST_AFTER = {
  name: "journal.list-after",
  sql: `SELECT position, type, source_id, payload_hash, content, metadata FROM source
        WHERE scope_key = ? AND position > ? ORDER BY position LIMIT ?`,
};

interface SourceRow {
  readonly position: number;
  readonly type: string;
  readonly source_id: string;
  readonly payload_hash: Buffer;
  readonly content: string;
  readonly metadata: string | null;
}

/** The journal tables. The same statements on both databases. */
export class SqlSourceJournal extends SourceJournal {
  async append(tx: Tx, scope: ScopeKey, source: NewSource): Promise<JournalReceipt> {
    const [head] = await tx.queryForUpdate<{ position: number }>(LOCK_HEAD, [scope]);
    if (head === undefined) throw new Error("an opened scope has no journal head");
    const position = head.position + 1;
    try {
      await this.insert(tx, scope, position, source);
    } catch (error) {
      // Mostly a Source is new, so it is not looked for first; a duplicate key undoes this statement alone.
      if (!(error instanceof StorageError) || error.kind !== "duplicate_key") throw error;
      return this.receiptOfKnown(tx, scope, source);
    }
    await tx.execute(ADVANCE, [position, scope]);
    return { position, isNew: true };
  }

  async listAfter(
    session: DbSession,
    scope: ScopeKey,
    after: number,
    limit: number,
  ): Promise<readonly JournaledSource[]> {
    const rows = await session.query<SourceRow>(LIST_AFTER, [scope, after, limit]);
    return rows.map(toSource);
  }

  private async insert(tx: Tx, scope: ScopeKey, position: number, source: NewSource): Promise<void> {
    await tx.execute(INSERT, [
      scope,
      position,
      source.type,
      source.sourceId,
      source.payloadHash,
      utf8Length(source.content),
      source.content,
      source.metadata ?? null,
    ]);
  }

  private async receiptOfKnown(tx: Tx, scope: ScopeKey, source: NewSource): Promise<JournalReceipt> {
    const [known] = await tx.query<SourceRow>(FIND, [scope, source.type, source.sourceId]);
    if (known === undefined) throw new Error("a Source that is a duplicate is not there");
    if (known.payload_hash.equals(source.payloadHash)) return { position: known.position, isNew: false };
    throw new DomainError(
      "source_conflict",
      "This source_id already holds another payload in this scope. Use a new source_id.",
    );
  }
}

function toSource(row: SourceRow): JournaledSource {
  return {
    position: row.position,
    type: row.type,
    sourceId: row.source_id,
    payloadHash: row.payload_hash,
    content: row.content,
    metadata: row.metadata ?? undefined,
  };
}
