/** What an entry's text becomes in the index. */
export interface TextAnalysis {
  /** Term → how often it occurs. A term is at most 64 UTF-8 bytes. */
  readonly terms: ReadonlyMap<string, number>;
  /** In words: two characters of an unspaced script count as one, function words and the wholes of compounds not at all. */
  readonly length: number;
}

/**
 * telling: a word that can be what a prompt is about. plain: one that stands in prompts about anything (`fix`, `home`).
 * talk: what people say to one another, whatever about (`ok`, `try again`, `what do you think`).
 */
export type Bearing = "telling" | "plain" | "talk";

/**
 * word: an ordinary word or the part of a compound. compound: a whole written in prose (`self-care`). code: a whole written
 * like an identifier, path or version. gram: two neighbouring characters of an unspaced script. prefix: one such character
 * alone, found as the first of any gram. symbol: an emoji. variant: a word without what may be its prefix.
 */
export type QueryTermKind = "word" | "compound" | "code" | "gram" | "prefix" | "symbol" | "variant";

export interface QueryTerm {
  readonly kind: QueryTermKind;
  readonly term: string;
  readonly isFunctionWord: boolean;
  readonly bearing: Bearing;
  /** The term of the code token this is a part of. */
  readonly partOf: string | undefined;
  /** The one word this is an attempt at: grams of a Korean word with its particles, a Hebrew word with and without prefix. */
  readonly ofWord: string | undefined;
}

/** A query as the plans take it. Segments overlap only where a sentence is longer than one segment may be. */
export interface SegmentedQuery {
  /** Most telling first, each of distinct terms. Function words are left out unless the query has nothing else. */
  readonly segments: readonly (readonly QueryTerm[])[];
  readonly hasOnlyFunctionWords: boolean;
}

/** What the index is asked before a query can be planned. */
export interface FrequencyRequest {
  /** At most 512 distinct terms: in how many documents does each occur, counted up to 513? */
  readonly exact: readonly string[];
  /** At most 2 single characters: which terms begin with each, and how often does each of those occur? */
  readonly prefixes: readonly string[];
}

/** Term → number of documents, at most 513. A term that occurs nowhere may be missing. Holds what a prefix found, too. */
export type Frequencies = ReadonlyMap<string, number>;

export interface WeightedTerm {
  readonly term: string;
  /** round(64 · idf^1.2), ≥ 1. */
  readonly weight: number;
  /** 0..63: where this term shows in a hit's mask, 0..31 in the low half. */
  readonly bit: number;
}

export interface TermHit {
  readonly doc: number;
  /** Sum of impact · weight over the matched terms. */
  readonly score: number;
  /** Unsigned 32-bit halves: bit i of maskLow is the term with bit i, of maskHigh the term with bit 32 + i. */
  readonly maskLow: number;
  readonly maskHigh: number;
}
