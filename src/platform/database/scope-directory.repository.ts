import { asScopeId, asScopeKey, type ScopeId, type ScopeKey } from "../../kernel/ids.js";
import { ScopeDirectory, type ListedScope } from "../../kernel/scope-directory.port.js";
import { StorageError } from "../../kernel/storage-error.js";
import type { DbSession, Statement, Tx } from "../../kernel/unit-of-work.port.js";
import { padded, repeated } from "./sql-lists.js";

const FIND = { name: "scope.find", sql: "SELECT scope_key FROM scope WHERE scope_id = ?" };
/** Of a Memory without a Revision; never read. */
const NO_HASH = Buffer.alloc(32);

const LIST = {
  name: "scope.list",
  sql: "SELECT scope_key, scope_id FROM scope WHERE scope_key > ? ORDER BY scope_key LIMIT ?",
};
/** Sizes of a list of scopes, each one more SQL text. One has the text of `find`. */
const LIST_SIZES = [4, 8, 16, 32] as const;
/** No scope has it. */
const NO_SCOPE = "";

const INSERT = { name: "scope.insert", sql: "INSERT INTO scope (scope_id) VALUES (?)" };
const INSERT_JOURNAL_HEAD = {
  name: "scope.insert-journal-head",
  sql: "INSERT INTO journal_head (scope_key, position) VALUES (?, 0)",
};
const INSERT_MEMORY_HEAD = {
  name: "scope.insert-memory-head",
  sql: `INSERT INTO memory_head
          (scope_key, revision, hash, last_entry, active_entries, index_version, index_build, last_build, vectors_pending)
        VALUES (?, 0, ?, 0, 0, NULL, 0, 0, 0)`,
};

const INSERT_REVIEW_HEAD = {
  name: "scope.insert-review-head",
  sql: `INSERT INTO review_head
          (scope_key, last_candidate, last_artifact, active_artifacts, index_version, index_build, last_build)
        VALUES (?, 0, 0, 0, NULL, 0, 0)`,
};

/** Binding 1 is memory, 2 experience; due at once, so that no capture has to say so. */
const INSERT_SOURCE_CURSORS = {
  name: "scope.insert-source-cursors",
  sql: "INSERT INTO source_cursor (scope_key, binding, position, failures, next_attempt_at) VALUES (?, 1, 0, 0, 0), (?, 2, 0, 0, 0)",
};

/** The same on both databases. */
export class SqlScopeDirectory extends ScopeDirectory {
  async find(session: DbSession, scopeId: ScopeId): Promise<ScopeKey | undefined> {
    const [row] = await session.query<{ scope_key: number }>(FIND, [scopeId]);
    return row && asScopeKey(row.scope_key);
  }

  async findAll(session: DbSession, scopeIds: readonly ScopeId[]): Promise<ReadonlyMap<ScopeId, ScopeKey>> {
    const [first] = scopeIds;
    if (first === undefined) return new Map();
    if (scopeIds.length === 1) {
      const key = await this.find(session, first);
      return new Map(key === undefined ? [] : [[first, key]]);
    }
    const list: readonly string[] = padded<string>(scopeIds, LIST_SIZES, NO_SCOPE);
    const rows = await session.query<{ scope_key: number; scope_id: string }>(findAllOf(list.length), list);
    return new Map(rows.map((row) => [asScopeId(row.scope_id), asScopeKey(row.scope_key)]));
  }

  async open(tx: Tx, scopeId: ScopeId): Promise<ScopeKey> {
    return (await this.find(tx, scopeId)) ?? (await this.create(tx, scopeId));
  }

  async list(session: DbSession, after: number, limit: number): Promise<readonly ListedScope[]> {
    const rows = await session.query<{ scope_key: number; scope_id: string }>(LIST, [after, limit]);
    return rows.map((row) => ({ key: asScopeKey(row.scope_key), id: asScopeId(row.scope_id) }));
  }

  private async create(tx: Tx, scopeId: ScopeId): Promise<ScopeKey> {
    try {
      await tx.execute(INSERT, [scopeId]);
    } catch (error) {
      // Another writer made it in between; its lock rows came with it.
      if (!(error instanceof StorageError) || error.kind !== "duplicate_key") throw error;
      return this.mustFind(tx, scopeId);
    }
    const key = await this.mustFind(tx, scopeId);
    await tx.execute(INSERT_JOURNAL_HEAD, [key]);
    await tx.execute(INSERT_MEMORY_HEAD, [key, NO_HASH]);
    await tx.execute(INSERT_REVIEW_HEAD, [key]);
    await tx.execute(INSERT_SOURCE_CURSORS, [key, key]);
    return key;
  }

  private async mustFind(tx: Tx, scopeId: ScopeId): Promise<ScopeKey> {
    const key = await this.find(tx, scopeId);
    if (key === undefined) throw new Error("a scope row that was just written is not there");
    return key;
  }
}

function findAllOf(scopes: number): Statement {
  return {
    name: "scope.find-all",
    sql: `SELECT scope_key, scope_id FROM scope WHERE scope_id IN (${repeated("?", scopes)})`,
  };
}
