import { DomainError } from "../../kernel/domain-error.js";
import { asScopeKey, type ScopeKey } from "../../kernel/ids.js";
import { StorageError } from "../../kernel/storage-error.js";
import { utf8Length } from "../../kernel/unicode.js";
import type { DbSession, SqlValue, Statement, Tx } from "../../kernel/unit-of-work.port.js";
import { padded, repeated } from "../../platform/database/sql-lists.js";
import {
  SourceJournal,
  type JournaledSource,
  type JournalReceipt,
  type NewSource,
  type ScopedSource,
  type SourceSize,
} from "../ports/source-journal.port.js";

const LOCK_HEAD = { name: "journal.lock-head", sql: "SELECT position, quiet FROM journal_head WHERE scope_key = ?" };
const FIND = {
  name: "journal.find",
  sql: "SELECT position, payload_hash FROM source WHERE scope_key = ? AND type = ? AND source_id = ?",
};
const ADVANCE = { name: "journal.advance", sql: "UPDATE journal_head SET position = ?, quiet = 0 WHERE scope_key = ?" };
const LIST_AFTER = {
  name: "journal.list-after",
  sql: `SELECT position, type, source_id, payload_hash, content, metadata FROM source
        WHERE scope_key = ? AND position > ? ORDER BY position LIMIT ?`,
};

const SIZES_AFTER = {
  name: "journal.sizes-after",
  sql: `SELECT position, content_bytes AS bytes FROM source
        WHERE scope_key = ? AND position > ? ORDER BY position LIMIT ?`,
};
const CONTENT_OF = {
  name: "journal.content-of",
  sql: "SELECT content FROM source WHERE scope_key = ? AND type = ? AND source_id = ?",
};

/** Sizes of a list of heads, each one more SQL text. One head has texts of its own. */
const LIST_SIZES = [4, 8, 16, 32] as const;
const WAKE_SIZES = [1, 8, 32] as const;
const KNOWN_SIZES = [1, 4, 32] as const;
/** No scope has it. */
const NO_KEY = 0;
/** No Source has it. */
const NO_ID = "";

interface PlacedSource extends ScopedSource {
  readonly position: number;
}

/** `quiet` is 1 while a reader of the journal rests: what is appended must wake it. */
interface Head {
  readonly position: number;
  readonly quiet: number;
}

interface HeadRow extends Head {
  readonly scope_key: number;
}

interface SourceRow {
  readonly position: number;
  readonly type: string;
  readonly source_id: string;
  readonly payload_hash: Buffer;
  readonly content: string;
  readonly metadata: string | null;
}

/** The journal tables. What differs between the databases is how their clock is read. */
export abstract class SqlSourceJournal extends SourceJournal {
  /** @param now an SQL expression: milliseconds since the Unix epoch, an integer */
  protected constructor(private readonly now: string) {
    super();
  }

  async append(tx: Tx, scope: ScopeKey, source: NewSource): Promise<JournalReceipt> {
    const [head] = await tx.queryForUpdate<Head>(LOCK_HEAD, [scope]);
    if (head === undefined) throw new Error("an opened scope has no journal head");
    const position = head.position + 1;
    try {
      await this.insert(tx, [{ scope, position, source }]);
    } catch (error) {
      // Mostly a Source is new, so it is not looked for first; a duplicate key undoes this statement alone.
      if (!isDuplicateKey(error)) throw error;
      return this.receiptOfKnown(tx, scope, source);
    }
    if (head.quiet > 0) await this.wake(tx, [scope]);
    await tx.execute(ADVANCE, [position, scope]);
    return { position, isNew: true };
  }

  async appendNew(tx: Tx, sources: readonly ScopedSource[]): Promise<readonly (number | undefined)[]> {
    const before = await this.lockFree(tx, [...new Set(sources.map(({ scope }) => scope))]);
    const heads = new Map([...before].map(([scope, { position }]) => [scope, position]));
    const free = sources.filter(({ scope }) => heads.has(scope));
    const positions = await this.insertNew(tx, heads, free);
    const moved = [...heads].filter(([scope, position]) => position !== before.get(scope)?.position);
    await this.wake(
      tx,
      moved.flatMap(([scope]) => (before.get(scope)?.quiet === 1 ? [scope] : [])),
    );
    await this.advance(tx, moved);
    const placed = new Map(free.map((source, index) => [source, positions[index]]));
    return sources.map((source) => placed.get(source));
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

  async sizesAfter(session: DbSession, scope: ScopeKey, after: number, limit: number): Promise<readonly SourceSize[]> {
    return session.query<SourceSize>(SIZES_AFTER, [scope, after, limit]);
  }

  async contentOf(session: DbSession, scope: ScopeKey, type: string, sourceId: string): Promise<string | undefined> {
    const [row] = await session.query<{ content: string }>(CONTENT_OF, [scope, type, sourceId]);
    return row?.content;
  }

  async known(
    session: DbSession,
    scope: ScopeKey,
    type: string,
    sourceIds: readonly string[],
  ): Promise<ReadonlySet<string>> {
    if (sourceIds.length === 0) return new Set();
    const list = padded<string>(sourceIds, KNOWN_SIZES, NO_ID);
    const rows = await session.query<{ source_id: string }>(knownOf(list.length), [scope, type, ...list]);
    return new Set(rows.map((row) => row.source_id));
  }

  /** The heads among these that nobody else holds, now held. Waits for none, so that no order of locking is needed. */
  private async lockFree(tx: Tx, scopes: readonly ScopeKey[]): Promise<ReadonlyMap<ScopeKey, Head>> {
    const [first] = scopes;
    if (first === undefined) return new Map();
    if (scopes.length === 1) {
      const [head] = await tx.queryForUpdate<Head>(LOCK_HEAD, [first], "skip");
      return new Map(head === undefined ? [] : [[first, head]]);
    }
    const list = padded<number>(scopes, LIST_SIZES, NO_KEY);
    const rows = await tx.queryForUpdate<HeadRow>(lockHeadsOf(list.length), list, "skip");
    return new Map(rows.map((row) => [asScopeKey(row.scope_key), row]));
  }

  /** Inserts after the heads and moves them on. A duplicate is found by halving: it undoes the one statement it is in. */
  private async insertNew(
    tx: Tx,
    heads: Map<ScopeKey, number>,
    sources: readonly ScopedSource[],
  ): Promise<readonly (number | undefined)[]> {
    if (sources.length === 0) return [];
    const moved = new Map(heads);
    const placed = sources.map(({ scope, source }) => {
      const position = (moved.get(scope) ?? 0) + 1;
      moved.set(scope, position);
      return { scope, source, position };
    });
    try {
      await this.insert(tx, placed);
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      if (sources.length === 1) return [undefined];
      const middle = sources.length >> 1;
      const left = await this.insertNew(tx, heads, sources.slice(0, middle));
      const right = await this.insertNew(tx, heads, sources.slice(middle));
      return [...left, ...right];
    }
    for (const { scope, position } of placed) heads.set(scope, position);
    return placed.map(({ position }) => position);
  }

  /** Makes scopes due for those readers that rest. The heads are held, so nobody can begin to rest in between. */
  private async wake(tx: Tx, scopes: readonly ScopeKey[]): Promise<void> {
    if (scopes.length === 0) return;
    const list = padded<number>(scopes, WAKE_SIZES, NO_KEY);
    await tx.execute(wakeOf(list.length, this.now), list);
  }

  private async advance(tx: Tx, heads: readonly (readonly [ScopeKey, number])[]): Promise<void> {
    const [first] = heads;
    if (first === undefined) return;
    if (heads.length === 1) {
      await tx.execute(ADVANCE, [first[1], first[0]]);
      return;
    }
    const list = padded<readonly [number, number]>(heads, LIST_SIZES, [NO_KEY, 0]);
    await tx.execute(advanceOf(list.length), [...list.flat(), ...list.map(([scope]) => scope)]);
  }

  private async insert(tx: Tx, sources: readonly PlacedSource[]): Promise<void> {
    await tx.execute(insertOf(sources.length), sources.flatMap(valuesOf));
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

function knownOf(sources: number): Statement {
  return {
    name: "journal.known",
    sql: `SELECT source_id FROM source WHERE scope_key = ? AND type = ? AND source_id IN (${repeated("?", sources)})`,
  };
}

function lockHeadsOf(scopes: number): Statement {
  return {
    name: "journal.lock-heads",
    sql: `SELECT scope_key, position, quiet FROM journal_head WHERE scope_key IN (${repeated("?", scopes)})`,
  };
}

function wakeOf(scopes: number, now: string): Statement {
  return {
    name: "journal.wake",
    sql: `UPDATE source_cursor SET next_attempt_at = ${now}
          WHERE scope_key IN (${repeated("?", scopes)}) AND next_attempt_at IS NULL`,
  };
}

function advanceOf(scopes: number): Statement {
  return {
    name: "journal.advance-all",
    sql: `UPDATE journal_head SET quiet = 0, position = CASE scope_key ${repeated("WHEN ? THEN ?", scopes, " ")} END
          WHERE scope_key IN (${repeated("?", scopes)})`,
  };
}

/** Any number of rows: the engine folds them, so that another number is no new text to it. */
function insertOf(sources: number): Statement {
  return {
    name: "journal.insert",
    sql: `INSERT INTO source (scope_key, position, type, source_id, payload_hash, content_bytes, content, metadata)
          VALUES ${repeated("(?, ?, ?, ?, ?, ?, ?, ?)", sources)}`,
  };
}

function valuesOf({ scope, position, source }: PlacedSource): readonly SqlValue[] {
  return [
    scope,
    position,
    source.type,
    source.sourceId,
    source.payloadHash,
    utf8Length(source.content),
    source.content,
    source.metadata ?? null,
  ];
}

function isDuplicateKey(error: unknown): boolean {
  return error instanceof StorageError && error.kind === "duplicate_key";
}
