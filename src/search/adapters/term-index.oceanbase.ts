import type { DbSession, SqlFragment, Statement } from "../../kernel/unit-of-work.port.js";
import { padded } from "../../platform/database/sql-lists.js";
import { maskOf, POSTING_CAP } from "../domain/ranking.policy.js";
import type { Frequencies, FrequencyRequest, WeightedTerm } from "../domain/search.types.js";
import type { CollectionRef } from "../ports/term-index.port.js";
import { endOfPrefix, frequencyList, parseFrequencyList, PREFIX_ROWS } from "./frequency-list.js";
import { ARM_SIZES } from "./padding.js";
import { SqlTermIndex } from "./term-index.repository.js";

/** Few, because each is another SQL text. Prefixes come with short lists only. */
const SIZES = [16, 64, 256, 512] as const;
const MAX_PREFIXES = 2;
/** No term begins with it. */
const NO_PREFIX = "";

const NEWEST = `SELECT doc, impact FROM search_posting WHERE scope_key = ? AND collection = ? AND term = ?
  ORDER BY doc DESC LIMIT ${String(POSTING_CAP)}`;

/** Weighs nothing and is in no document. */
const FILLER: WeightedTerm = { term: "", weight: 0, bit: 0 };

interface FrequencyRow {
  readonly f: string | null;
  readonly p0?: string | null;
  readonly p1?: string | null;
}

/**
 * Counts with one IN list: the engine's optimizer runs out of memory over a sub-select per term, and a UNION of as many arms
 * takes it a tenth of a second to parse.
 */
export class OceanBaseTermIndex extends SqlTermIndex {
  async frequencies(session: DbSession, at: CollectionRef, request: FrequencyRequest): Promise<Frequencies> {
    const { exact, prefixes } = request;
    if (exact.length + prefixes.length === 0) return new Map();
    const terms = padded(exact, SIZES, "");
    const expanded = prefixes.length === 0 ? [] : padded(prefixes, [MAX_PREFIXES], NO_PREFIX);
    const parameters = [
      ...[at.scope, at.collection, ...terms],
      ...expanded.flatMap((prefix) => [at.scope, at.collection, prefix, prefix && endOfPrefix(prefix)]),
    ];
    const [row] = await session.query<FrequencyRow>(countsOf(terms.length, expanded.length > 0), parameters);
    return new Map([
      ...exact.map((term) => [term, 0] as const),
      ...[row?.f, row?.p0, row?.p1].flatMap(parseFrequencyList),
    ]);
  }

  ranked(at: CollectionRef, terms: readonly WeightedTerm[], limit: number): SqlFragment {
    const list = padded(terms, ARM_SIZES, FILLER);
    const arms = list.map(
      (_, slot) => `SELECT doc, impact * ? AS score, ? AS low, ? AS high FROM (${NEWEST}) a${String(slot)}`,
    );
    const parameters = list.flatMap(({ term, weight, bit }) => {
      const mask = maskOf(bit);
      return [weight, mask.low, mask.high, at.scope, at.collection, term];
    });
    return {
      sql: `SELECT doc, CAST(SUM(score) AS SIGNED) AS score, CAST(SUM(low) AS SIGNED) AS mask_low,
              CAST(SUM(high) AS SIGNED) AS mask_high
            FROM (${arms.join("\nUNION ALL ")}) p GROUP BY doc ORDER BY score DESC, doc DESC LIMIT ?`,
      parameters: [...parameters, limit],
    };
  }
}

function countsOf(terms: number, withPrefixes: boolean): Statement {
  const list = new Array<string>(terms).fill("?").join(", ");
  const rows = `SELECT term, COUNT(*) AS n FROM search_posting
    WHERE scope_key = ? AND collection = ? AND term IN (${list}) GROUP BY term`;
  const columns = [
    `${frequencyList(rows, "t")} AS f`,
    ...(withPrefixes ? [`${frequencyList(PREFIX_ROWS, "x0")} AS p0`, `${frequencyList(PREFIX_ROWS, "x1")} AS p1`] : []),
  ];
  return { name: "term-index.frequencies", sql: `SELECT ${columns.join(", ")}` };
}
