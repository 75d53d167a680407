import { analyze } from "./analyzer.policy.js";
import { FREQUENCY_CAP, impact, maskOf, POSTING_CAP, PREFIX_TERMS } from "./ranking.policy.js";
import type { Frequencies, FrequencyRequest, TermHit, TextAnalysis, WeightedTerm } from "./search.types.js";

export interface ScannedDoc {
  readonly doc: number;
  readonly analysis: TextAnalysis;
}

/**
 * What the posting table answers, computed from the texts: the fallback for a scope whose index is not of this version, and
 * the oracle the tables are tested against. Newest document first, as the table's cap takes them.
 */
export function scanDocs(docs: Iterable<{ readonly doc: number; readonly text: string }>): readonly ScannedDoc[] {
  const scanned = Array.from(docs, ({ doc, text }) => ({ doc, analysis: analyze(text) }));
  return scanned.sort((a, b) => b.doc - a.doc);
}

export function scanFrequencies(docs: readonly ScannedDoc[], request: FrequencyRequest): Frequencies {
  const expanded = request.prefixes.flatMap((prefix) => mostFrequent(docs, prefix));
  const exact = request.exact.map((term) => [term, countDocs(docs, term)] as const);
  return new Map([...exact, ...expanded].map(([term, count]) => [term, Math.min(count, FREQUENCY_CAP)]));
}

function countDocs(docs: readonly ScannedDoc[], term: string): number {
  return docs.reduce((count, { analysis }) => count + (analysis.terms.has(term) ? 1 : 0), 0);
}

function mostFrequent(docs: readonly ScannedDoc[], prefix: string): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { analysis } of docs) {
    for (const term of analysis.terms.keys()) {
      if (term.startsWith(prefix)) counts.set(term, (counts.get(term) ?? 0) + 1);
    }
  }
  const ranked = [...counts].sort(([a, inA], [b, inB]) => inB - inA || Buffer.compare(Buffer.from(a), Buffer.from(b)));
  return ranked.slice(0, PREFIX_TERMS);
}

/** The best `limit` documents: score descending, then the newest. `docs` as scanDocs orders them. */
export function scanFind(
  docs: readonly ScannedDoc[],
  weighted: readonly WeightedTerm[],
  limit: number,
): readonly TermHit[] {
  const hits = new Map<number, TermHit>();
  for (const { term, weight, bit } of weighted) {
    const mask = maskOf(bit);
    let postings = 0;
    for (const { doc, analysis } of docs) {
      const frequency = analysis.terms.get(term);
      if (frequency === undefined) continue;
      if (++postings > POSTING_CAP) break;
      const { score, maskLow, maskHigh } = hits.get(doc) ?? NOTHING;
      const added = impact(frequency, analysis.length) * weight;
      hits.set(doc, { doc, score: score + added, maskLow: maskLow + mask.low, maskHigh: maskHigh + mask.high });
    }
  }
  return [...hits.values()].sort((a, b) => b.score - a.score || b.doc - a.doc).slice(0, limit);
}

const NOTHING = { score: 0, maskLow: 0, maskHigh: 0 } as const;
