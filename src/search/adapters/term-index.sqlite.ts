import type { DbSession, SqlValue, Statement } from "../../kernel/unit-of-work.port.js";
import { FREQUENCY_CAP } from "../domain/ranking.policy.js";
import type { Frequencies, FrequencyRequest } from "../domain/search.types.js";
import type { CollectionRef } from "../ports/term-index.port.js";
import { endOfPrefix, frequencyList, parseFrequencyList, PREFIX_ROWS } from "./frequency-list.js";
import { LIST_SIZES, padded } from "./padding.js";
import { SqlTermIndex } from "./term-index.repository.js";

type FrequencyRow = Readonly<Record<string, number | string | null>>;

/** Counts with a limit per term, so that a word of every entry costs no more than one of 513. */
export class SqliteTermIndex extends SqlTermIndex {
  async frequencies(session: DbSession, at: CollectionRef, request: FrequencyRequest): Promise<Frequencies> {
    const { exact, prefixes } = request;
    if (exact.length + prefixes.length === 0) return new Map();
    const terms = padded(exact, LIST_SIZES, "");
    const parameters = [
      ...terms.flatMap((term): SqlValue[] => [at.scope, at.collection, term]),
      ...prefixes.flatMap((prefix): SqlValue[] => [at.scope, at.collection, prefix, endOfPrefix(prefix)]),
    ];
    const [row] = await session.query<FrequencyRow>(countsOf(terms.length, prefixes.length), parameters);
    return new Map([
      ...exact.map((term, slot) => [term, Number(row?.[`f${String(slot)}`] ?? 0)] as const),
      ...prefixes.flatMap((_, slot) => parseFrequencyList(row?.[`p${String(slot)}`])),
    ]);
  }
}

/** One row: a column for each term and for each prefix. */
function countsOf(terms: number, prefixes: number): Statement {
  const counts = Array.from({ length: terms }, (_, slot) => {
    const rows = "SELECT 1 FROM search_posting WHERE scope_key = ? AND collection = ? AND term = ?";
    return `(SELECT COUNT(*) FROM (${rows} LIMIT ${String(FREQUENCY_CAP)}) t${String(slot)}) AS f${String(slot)}`;
  });
  const expansions = Array.from(
    { length: prefixes },
    (_, slot) => `${frequencyList(PREFIX_ROWS, `x${String(slot)}`)} AS p${String(slot)}`,
  );
  return { name: "term-index.frequencies", sql: `SELECT ${[...counts, ...expansions].join(",\n")}` };
}
