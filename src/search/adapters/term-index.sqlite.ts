import type { SqlFragment } from "../../kernel/unit-of-work.port.js";
import { composedOnce } from "../../platform/database/composed-text.js";
import { FREQUENCY_CAP, POSTING_CAP } from "../domain/ranking.policy.js";
import type { Frequencies, FrequencyRequest, WeightedTerm } from "../domain/search.types.js";
import type { CollectionRef } from "../ports/term-index.port.js";
import { endOfPrefix, frequencyList, parseFrequencyList, prefixRows } from "./frequency-list.js";
import { SqlTermIndex } from "./term-index.repository.js";

/**
 * Terms travel as one JSON value: the texts stay few and are prepared once, and a query of 64 terms binds no more values
 * than one of four. Binding is work of the JavaScript thread.
 */
export class SqliteTermIndex extends SqlTermIndex {
  counts(place: SqlFragment, { exact, prefixes }: FrequencyRequest): SqlFragment {
    return {
      sql: countsText(place.sql)(prefixes.length),
      parameters: [
        ...[...place.parameters, JSON.stringify(exact)],
        ...prefixes.flatMap((prefix) => [...place.parameters, prefix, endOfPrefix(prefix)]),
      ],
    };
  }

  frequenciesOf(counts: string | null, { exact }: FrequencyRequest): Frequencies {
    const text = counts ?? "[]";
    const end = text.indexOf("]") + 1;
    const numbers = JSON.parse(text.slice(0, end)) as readonly number[];
    const frequencies = new Map<string, number>();
    for (const [slot, term] of exact.entries()) frequencies.set(term, numbers[slot] ?? 0);
    for (const [term, count] of parseFrequencyList(text.slice(end + 1))) frequencies.set(term, count);
    return frequencies;
  }

  ranked(at: CollectionRef, terms: readonly WeightedTerm[], limit: number): SqlFragment {
    // As text: an object with terms for keys is of a shape never seen before, which costs several times as much.
    const packed = terms.map(({ term, weight, bit }) => `${JSON.stringify(term)}:${String(weight * BITS + bit)}`);
    return { sql: RANKED, parameters: [at.scope, at.collection, `{${packed.join(",")}}`, limit] };
  }
}

/** A term's weight and bit travel as one number: weight · 64 + bit. */
const BITS = 64;
const HALF_MASK = String(2 ** 32 - 1);

/**
 * A JSON array of counts in the order of the terms and, after a space, what the prefixes found. The inner limit keeps the
 * count of a very common term cheap.
 */
function countsIn(place: string, prefixes: number): string {
  const counts = `(SELECT JSON_GROUP_ARRAY(n) FROM (
    SELECT (SELECT COUNT(*) FROM (
      SELECT 1 FROM search_posting p WHERE p.scope_key = place.scope_key AND p.collection = place.collection
        AND p.term = t.value LIMIT ${String(FREQUENCY_CAP)})) AS n
    FROM (${place}) place CROSS JOIN JSON_EACH(?) t ORDER BY t.key))`;
  if (prefixes === 0) return counts;
  const rows = prefixRows(place);
  const lists = Array.from({ length: prefixes }, (_, slot) => frequencyList(rows, `x${String(slot)}`));
  return `${counts} || ' ' || CONCAT_WS(',', ${lists.join(", ")})`;
}

const countsText = composedOnce((place) => {
  const texts: string[] = [];
  return (prefixes: number): string => (texts[prefixes] ??= countsIn(place, prefixes));
});

// A term of more documents than the cap is read from its 512th newest on; for all others that subquery finds nothing.
// The limit keeps the terms out of the join, so that each is unpacked once and not for each of its documents. Bits are
// distinct, so that their sum fits 64 bits, the last of them as a sign.
const RANKED = `SELECT p.doc, SUM(p.impact * t.weight) AS score,
    SUM(t.mask) & ${HALF_MASK} AS mask_low, SUM(t.mask) >> 32 & ${HALF_MASK} AS mask_high
  FROM (SELECT key AS term, value / ${String(BITS)} AS weight, 1 << value % ${String(BITS)} AS mask,
      ? AS scope_key, ? AS collection FROM JSON_EACH(?) LIMIT ${String(BITS)}) t
  CROSS JOIN search_posting p
    ON p.scope_key = t.scope_key AND p.collection = t.collection AND p.term = t.term
    AND p.doc >= COALESCE((
      SELECT q.doc FROM search_posting q
      WHERE q.scope_key = t.scope_key AND q.collection = t.collection AND q.term = t.term
      ORDER BY q.doc DESC LIMIT 1 OFFSET ${String(POSTING_CAP - 1)}), 0)
  GROUP BY p.doc ORDER BY score DESC, p.doc DESC LIMIT ?`;
