import type { SqlFragment } from "../../kernel/unit-of-work.port.js";
import { maskOf, POSTING_CAP } from "../domain/ranking.policy.js";
import type { WeightedTerm } from "../domain/search.types.js";
import type { CollectionRef } from "../ports/term-index.port.js";
import { ARM_SIZES, padded } from "./padding.js";

const NEWEST = `SELECT doc, impact FROM search_posting WHERE scope_key = ? AND collection = ? AND term = ?
  ORDER BY doc DESC LIMIT ${String(POSTING_CAP)}`;

/** Weighs nothing and is in no document. */
const FILLER: WeightedTerm = { term: "", weight: 0, bit: 0 };

/** The derived table of TermIndex.ranked. A term occurs once per document, so the sum of its mask bits is their union. */
export function rankedDocuments(at: CollectionRef, terms: readonly WeightedTerm[], limit: number): SqlFragment {
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
