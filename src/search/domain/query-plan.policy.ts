import { MAX_QUERY_TERMS, queryWeight } from "./ranking.policy.js";
import type { Frequencies, QueryTerm, SegmentedQuery, WeightedTerm } from "./search.types.js";

/** A term that occurs in the scope, with the frequency it is weighed by. */
export interface PresentTerm {
  readonly term: string;
  readonly frequency: number;
}

/** What an explicit search scores: the present terms of the whole query, the rarest 64 when there are more. */
export function planSearch(
  query: SegmentedQuery,
  frequencies: Frequencies,
  totalDocs: number,
): readonly WeightedTerm[] {
  const present = new Map<string, PresentTerm>();
  for (const term of query.segments.flat()) {
    for (const found of presentTerms(term, frequencies)) {
      if (!present.has(found.term)) present.set(found.term, found);
    }
  }
  const rarest = [...present.values()].sort((a, b) => a.frequency - b.frequency).slice(0, MAX_QUERY_TERMS);
  return weigh(rarest, totalDocs);
}

/** The term itself where it occurs; for a prefix the terms it begins, weighed together so that a rare one does not lead. */
export function presentTerms(queryTerm: QueryTerm, frequencies: Frequencies): readonly PresentTerm[] {
  if (queryTerm.kind === "prefix") return expand(queryTerm.term, frequencies);
  const frequency = frequencies.get(queryTerm.term) ?? 0;
  return frequency > 0 ? [{ term: queryTerm.term, frequency }] : [];
}

function expand(prefix: string, frequencies: Frequencies): readonly PresentTerm[] {
  const found = [...frequencies].filter(([term, frequency]) => term.startsWith(prefix) && frequency > 0);
  const together = found.reduce((sum, [, frequency]) => sum + frequency, 0);
  return found.map(([term]) => ({ term, frequency: together }));
}

/** At most 64 terms; the order gives the bits. */
export function weigh(terms: readonly PresentTerm[], totalDocs: number): readonly WeightedTerm[] {
  return terms.map(({ term, frequency }, bit) => ({ term, weight: queryWeight(frequency, totalDocs), bit }));
}
