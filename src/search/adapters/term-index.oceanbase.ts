import type { SqlFragment } from "../../kernel/unit-of-work.port.js";
import { padded, repeated } from "../../platform/database/sql-lists.js";
import { maskOf, POSTING_CAP } from "../domain/ranking.policy.js";
import type { Frequencies, FrequencyRequest, WeightedTerm } from "../domain/search.types.js";
import type { CollectionRef } from "../ports/term-index.port.js";
import { endOfPrefix, frequencyList, parseFrequencyList, prefixRows } from "./frequency-list.js";
import { ARM_SIZES } from "./padding.js";
import { SqlTermIndex } from "./term-index.repository.js";

/** Few, because each is another SQL text. Prefixes come with short lists only. */
const SIZES = [16, 64, 256, 512] as const;
const MAX_PREFIXES = 2;
/** No term begins with it. */
const NO_PREFIX = "";

const NEWEST = `SELECT doc, impact FROM search_posting WHERE scope_key = ? AND collection = ? AND term = ?
  ORDER BY doc DESC LIMIT ${String(POSTING_CAP)}`;

/** Without it the optimizer may walk the whole table for a list of 200 terms: 46 ms instead of 5. */
const SEEK = "/*+ USE_NL(p) INDEX(p PRIMARY) */";

/** Weighs nothing and is in no document. */
const FILLER: WeightedTerm = { term: "", weight: 0, bit: 0 };

/**
 * Counts with one IN list: the engine's optimizer runs out of memory over a sub-select per term, and a UNION of as many arms
 * takes it a tenth of a second to parse.
 */
export class OceanBaseTermIndex extends SqlTermIndex {
  counts(place: SqlFragment, { exact, prefixes }: FrequencyRequest): SqlFragment {
    const terms = padded(exact, SIZES, "");
    const expanded = prefixes.length === 0 ? [] : padded(prefixes, [MAX_PREFIXES], NO_PREFIX);
    const lists = [
      frequencyList(countRows(place.sql, terms.length), "t"),
      ...expanded.map((_, slot) => frequencyList(prefixRows(place.sql, SEEK), `x${String(slot)}`)),
    ];
    return {
      sql: `CONCAT_WS(',', ${lists.join(", ")})`,
      parameters: [
        ...[...place.parameters, ...terms],
        ...expanded.flatMap((prefix) => [...place.parameters, prefix, prefix && endOfPrefix(prefix)]),
      ],
    };
  }

  frequenciesOf(counts: string | null, { exact }: FrequencyRequest): Frequencies {
    return new Map([...exact.map((term) => [term, 0] as const), ...parseFrequencyList(counts)]);
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

function countRows(place: string, terms: number): string {
  return `SELECT ${SEEK} p.term, COUNT(*) AS n FROM (${place}) place JOIN search_posting p
    ON p.scope_key = place.scope_key AND p.collection = place.collection AND p.term IN (${repeated("?", terms)})
    GROUP BY p.term`;
}
