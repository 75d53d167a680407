import type { DbSession, SqlFragment, SqlValue, Statement, Tx } from "../../kernel/unit-of-work.port.js";
import { FREQUENCY_CAP, PREFIX_TERMS } from "../domain/ranking.policy.js";
import type { Frequencies, FrequencyRequest, WeightedTerm } from "../domain/search.types.js";
import { TermIndex, type CollectionRef, type Posting } from "../ports/term-index.port.js";
import { padded } from "./padding.js";
import { rankedDocuments } from "./ranked-documents.js";

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

/** The posting table. The same statements on both databases. */
export class SqlTermIndex extends TermIndex {
  async put(tx: Tx, at: CollectionRef, doc: number, postings: readonly Posting[]): Promise<void> {
    for (const batch of batches(postings, INSERT_BATCH)) {
      const parameters = batch.flatMap(({ term, impact }) => [at.scope, at.collection, term, doc, impact]);
      await tx.execute(insertOf(batch.length), parameters);
    }
  }

  async remove(tx: Tx, at: CollectionRef, doc: number, terms: readonly string[]): Promise<void> {
    for (const batch of batches(terms, DELETE_BATCH)) {
      const list = padded(batch, "");
      await tx.execute(deleteOf(list.length), [at.scope, at.collection, doc, ...list]);
    }
  }

  async removeSome(tx: Tx, at: CollectionRef, limit: number): Promise<number> {
    const [boundary] = await tx.query<{ term: string }>(TERM_AT, [at.scope, at.collection, limit]);
    if (boundary === undefined) return tx.execute(REMOVE_ALL, [at.scope, at.collection]);
    return tx.execute(REMOVE_UP_TO, [at.scope, at.collection, boundary.term]);
  }

  async frequencies(session: DbSession, at: CollectionRef, request: FrequencyRequest): Promise<Frequencies> {
    const { exact, prefixes } = request;
    if (exact.length + prefixes.length === 0) return new Map();
    const terms = padded(exact, "");
    const parameters = [
      ...terms.flatMap((term): SqlValue[] => [at.scope, at.collection, term]),
      ...prefixes.flatMap((prefix): SqlValue[] => [at.scope, at.collection, prefix, endOfPrefix(prefix)]),
    ];
    const statement = frequenciesOf(terms.length, prefixes.length);
    const [row] = await session.query<FrequencyRow>(statement, parameters);
    return new Map([
      ...exact.map((term, slot) => [term, Number(row?.[`f${String(slot)}`] ?? 0)] as const),
      ...prefixes.flatMap((_, slot) => expansion(row?.[`p${String(slot)}`])),
    ]);
  }

  ranked(at: CollectionRef, terms: readonly WeightedTerm[], limit: number): SqlFragment {
    return rankedDocuments(at, terms, limit);
  }

  async hasPostings(session: DbSession, at: CollectionRef): Promise<boolean> {
    const rows = await session.query(FIRST_TERM, [at.scope, at.collection]);
    return rows.length > 0;
  }
}

function insertOf(rows: number): Statement {
  return {
    name: "term-index.insert",
    sql: `INSERT INTO search_posting (scope_key, collection, term, doc, impact) VALUES ${repeat("(?, ?, ?, ?, ?)", rows)}`,
  };
}

function deleteOf(terms: number): Statement {
  return {
    name: "term-index.delete",
    sql: `DELETE FROM search_posting WHERE scope_key = ? AND collection = ? AND doc = ? AND term IN (${repeat("?", terms)})`,
  };
}

type FrequencyRow = Readonly<Record<string, number | string | null>>;

/** One row: a count per term, whose inner LIMIT keeps very common ones cheap, and a list `count term,count term` per prefix. */
function frequenciesOf(terms: number, prefixes: number): Statement {
  const counts = Array.from({ length: terms }, (_, slot) => {
    const rows = "SELECT 1 FROM search_posting WHERE scope_key = ? AND collection = ? AND term = ?";
    return `(SELECT COUNT(*) FROM (${rows} LIMIT ${String(FREQUENCY_CAP)}) t${String(slot)}) AS f${String(slot)}`;
  });
  const expansions = Array.from({ length: prefixes }, (_, slot) => {
    const rows = `SELECT term, COUNT(*) AS n FROM search_posting
      WHERE scope_key = ? AND collection = ? AND term >= ? AND term < ?
      GROUP BY term ORDER BY n DESC, term LIMIT ${String(PREFIX_TERMS)}`;
    return `(SELECT GROUP_CONCAT(CONCAT(n, ' ', term)) FROM (${rows}) x${String(slot)}) AS p${String(slot)}`;
  });
  return { name: "term-index.frequencies", sql: `SELECT ${[...counts, ...expansions].join(",\n")}` };
}

/** Grams hold neither a space nor a comma, so the list splits back exactly. */
function expansion(list: number | string | null | undefined): readonly (readonly [string, number])[] {
  if (typeof list !== "string") return [];
  return list.split(",").map((item) => {
    const space = item.indexOf(" ");
    return [item.slice(space + 1), Math.min(Number(item.slice(0, space)), FREQUENCY_CAP)] as const;
  });
}

/** The first text after all that begin with this one character, in code point order. */
function endOfPrefix(character: string): string {
  const next = (character.codePointAt(0) ?? 0) + 1;
  return String.fromCodePoint(next);
}

function repeat(part: string, times: number): string {
  return new Array<string>(times).fill(part).join(", ");
}

function batches<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  const result: (readonly T[])[] = [];
  for (let start = 0; start < items.length; start += size) result.push(items.slice(start, start + size));
  return result;
}
