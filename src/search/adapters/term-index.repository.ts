import type { DbSession, SqlFragment, Statement, Tx } from "../../kernel/unit-of-work.port.js";
import { padded, repeated } from "../../platform/database/sql-lists.js";
import type { Frequencies, FrequencyRequest } from "../domain/search.types.js";
import { TermIndex, type CollectionRef, type DocumentPostings } from "../ports/term-index.port.js";
import { LIST_SIZES } from "./padding.js";

const INSERT_BATCH = 128;
const DELETE_BATCH = 256;

const TERM_AT: Statement = {
  name: "term-index.term-at",
  sql: "SELECT term FROM search_posting WHERE scope_key = ? AND collection = ? ORDER BY term LIMIT 1 OFFSET ?",
};
const REMOVE_UP_TO: Statement = {
  name: "term-index.remove-up-to",
  sql: "DELETE FROM search_posting WHERE scope_key = ? AND collection = ? AND term <= ?",
};
const REMOVE_ALL: Statement = {
  name: "term-index.remove-all",
  sql: "DELETE FROM search_posting WHERE scope_key = ? AND collection = ?",
};
const FIRST_TERM: Statement = {
  name: "term-index.first-term",
  sql: "SELECT term FROM search_posting WHERE scope_key = ? AND collection = ? ORDER BY term LIMIT 1",
};

/** The posting table: what both databases run alike. How terms are counted and ranked differs. */
export abstract class SqlTermIndex extends TermIndex {
  async put(tx: Tx, documents: readonly DocumentPostings[]): Promise<void> {
    const rows = documents.flatMap(({ at, doc, postings }) =>
      postings.map(({ term, impact }) => [at.scope, at.collection, term, doc, impact]),
    );
    for (const batch of batches(rows, INSERT_BATCH)) await tx.execute(insertOf(batch.length), batch.flat());
  }

  async remove(tx: Tx, at: CollectionRef, doc: number, terms: readonly string[]): Promise<void> {
    for (const batch of batches(terms, DELETE_BATCH)) {
      const list = padded(batch, LIST_SIZES, "");
      await tx.execute(deleteOf(list.length), [at.scope, at.collection, doc, ...list]);
    }
  }

  async removeSome(tx: Tx, at: CollectionRef, limit: number): Promise<number> {
    const [boundary] = await tx.query<{ term: string }>(TERM_AT, [at.scope, at.collection, limit]);
    if (boundary === undefined) return tx.execute(REMOVE_ALL, [at.scope, at.collection]);
    return tx.execute(REMOVE_UP_TO, [at.scope, at.collection, boundary.term]);
  }

  async frequencies(session: DbSession, at: CollectionRef, request: FrequencyRequest): Promise<Frequencies> {
    if (request.exact.length + request.prefixes.length === 0) return new Map();
    const { sql, parameters } = this.counts(placeOf(at), request);
    const statement = { name: "term-index.frequencies", sql: `SELECT ${sql} AS counts` };
    const [row] = await session.query<{ counts: string | null }>(statement, parameters);
    return this.frequenciesOf(row?.counts ?? null, request);
  }

  async hasPostings(session: DbSession, at: CollectionRef): Promise<boolean> {
    const rows = await session.query(FIRST_TERM, [at.scope, at.collection]);
    return rows.length > 0;
  }
}

function placeOf({ scope, collection }: CollectionRef): SqlFragment {
  return { sql: "SELECT ? AS scope_key, ? AS collection", parameters: [scope, collection] };
}

function insertOf(rows: number): Statement {
  return {
    name: "term-index.insert",
    sql: `INSERT INTO search_posting (scope_key, collection, term, doc, impact) VALUES ${repeated("(?, ?, ?, ?, ?)", rows)}`,
  };
}

function deleteOf(terms: number): Statement {
  return {
    name: "term-index.delete",
    sql: `DELETE FROM search_posting WHERE scope_key = ? AND collection = ? AND doc = ? AND term IN (${repeated("?", terms)})`,
  };
}

function batches<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const result: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size) result.push(items.slice(start, start + size));
  return result;
}
