import type { WeightedTerm } from "./search.types.js";

/** Per term only this many documents are scored, the newest. */
export const POSTING_CAP = 512;
/** Frequencies are counted up to one more than is scored. */
export const FREQUENCY_CAP = POSTING_CAP + 1;
export const MAX_QUERY_TERMS = 64;
/** A single character stands for at most this many of the terms that begin with it, the most frequent. */
export const PREFIX_TERMS = 16;
/** The largest impact: 64 · 2.2, rounded. */
export const MAX_IMPACT = 141;

/** Where length neither helps nor hurts. Fixed, so that a posting never changes when another entry does. */
const PIVOT_LENGTH = 64;
/** In a handful of entries rarity would say nothing; every scope counts as holding at least this many. */
const SMALLEST_COLLECTION = 50;

/** What one term adds to the score of a text, 1..141: BM25 (k1 1.2, b 0.75) in 64ths. `length` in words, as TextAnalysis. */
export function impact(termFrequency: number, length: number): number {
  const norm = 1.2 * (0.25 + (0.75 * length) / PIVOT_LENGTH);
  return Math.max(1, Math.round((64 * termFrequency * 2.2) / (termFrequency + norm)));
}

/** How much it says that a text holds a term, > 0: falls from about ln(N) for a unique term towards 0 for one in every text. */
export function inverseFrequency(frequency: number, totalDocs: number): number {
  const documents = Math.min(frequency, FREQUENCY_CAP);
  const total = Math.max(totalDocs, SMALLEST_COLLECTION, documents);
  return Math.log(1 + (total - documents + 0.5) / (documents + 0.5));
}

/** Integer, ≥ 1. The exponent favours rare terms a little; see the bench for what it brings. */
export function queryWeight(frequency: number, totalDocs: number): number {
  return Math.max(1, Math.round(64 * inverseFrequency(frequency, totalDocs) ** 1.2));
}

/** The score as the wire shows it, 0..1: the share of what a text matching every term as often as can be would reach. */
export function wireScore(score: number, weighted: readonly WeightedTerm[]): number {
  const best = MAX_IMPACT * weighted.reduce((sum, { weight }) => sum + weight, 0);
  return best === 0 ? 0 : Math.min(1, score / best);
}

/** What a matched term adds to each half of the mask. */
export function maskOf(bit: number): { readonly low: number; readonly high: number } {
  return bit < 32 ? { low: 2 ** bit, high: 0 } : { low: 0, high: 2 ** (bit - 32) };
}

/** Both halves of a mask, each of 32 bits; the highest bit may show as a sign. */
interface Mask {
  readonly maskLow: number;
  readonly maskHigh: number;
}

export function sharesBit(one: Mask, other: Mask): boolean {
  return (one.maskLow & other.maskLow) !== 0 || (one.maskHigh & other.maskHigh) !== 0;
}
