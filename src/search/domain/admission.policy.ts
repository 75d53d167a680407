import { isFunctionGram } from "./function-words.policy.js";
import { presentTerms, weigh, type PresentTerm } from "./query-plan.policy.js";
import { hasBit, inverseFrequency, MAX_QUERY_TERMS } from "./ranking.policy.js";
import type { Frequencies, QueryTerm, QueryTermKind, SegmentedQuery, TermHit, WeightedTerm } from "./search.types.js";
import { frequencyTerms } from "./segments.policy.js";

/** What prepare scores, and what it needs to decide which hits are worth a place in the pack. */
export interface PreparePlan {
  readonly weighted: readonly WeightedTerm[];
  readonly segments: readonly PlannedSegment[];
}

export interface PlannedSegment {
  readonly terms: readonly PlannedTerm[];
  /** What the scope has never heard of, taken off what a hit matches. In worth. */
  readonly penalty: number;
  /** The whole query is this segment and every term of it occurs in the scope. */
  readonly canBeCovered: boolean;
}

export interface PlannedTerm {
  /** Where it shows in a hit's mask: one bit, or several for a prefix. */
  readonly bits: readonly number[];
  /** How rare it is, 0..1: 1 for a word that one document holds. */
  readonly rarity: number;
  /** Rarity times how much of a word it is. */
  readonly worth: number;
  /** A code token rare enough to admit a hit by itself. */
  readonly isDecisive: boolean;
}

/** Fitted on LoCoMo dev; the bench prints the curve. */
export const ADMISSION_THRESHOLD = 0.5;
/** A word no entry holds is the best sign that the question is about something else … */
const ABSENT_WORTH = 0.6;
/** … but two say it all, and one where a question may stand in the middle of other words, which must not outvote it. */
const MAX_ABSENT_WORDS = 2;
const MAX_ABSENT_WORDS_AMID_OTHERS = 1;
/** A segment of more words than this is hardly one question. */
const LONGEST_QUESTION = 16;
/** A code token at least this rare is enough by itself. */
const RARE = 0.7;

/** Two characters make about one word and grams overlap; across a word's border they are often found nowhere. */
const WORDS_PER_TERM: Readonly<Record<QueryTermKind, { matched: number; absent: number }>> = {
  word: { matched: 1, absent: 1 },
  compound: { matched: 1, absent: 0 },
  code: { matched: 1, absent: 1 },
  gram: { matched: 0.6, absent: 0.25 },
  prefix: { matched: 0.6, absent: 0.25 },
  symbol: { matched: 1, absent: 1 },
};
/** `phrase` and `appear` say little about an entry that does not hold `PHRASE_THAT_DOES_NOT_APPEAR`. */
const PART_OF_ABSENT_CODE = 0.5;
/** 間に and の間 are one 間 between particles; within a word in hiragana the same characters are no particles. */
const HALF_FUNCTION_GRAM = 0.5;
const HIRAGANA = /^\p{Script=Hiragana}+$/u;

/**
 * A hit is admitted if any segment admits it: the summed worth of the terms it matches, less the penalty for words the scope
 * does not know, reaches the threshold; or it holds a rare code token; or it covers a query of one segment completely.
 */
export function admits(plan: PreparePlan, hit: TermHit, threshold = ADMISSION_THRESHOLD): boolean {
  return plan.segments.some((segment) => {
    const matched = segment.terms.filter((term) => term.bits.some((bit) => hasBit(hit, bit)));
    const worth = matched.reduce((sum, term) => sum + term.worth, 0);
    if (worth - segment.penalty >= threshold) return true;
    if (matched.some(({ isDecisive }) => isDecisive)) return true;
    return segment.canBeCovered && matched.length === segment.terms.length && isEnoughAlone(matched, threshold);
  });
}

const isEnoughAlone = ([first, second]: readonly PlannedTerm[], threshold: number): boolean =>
  second !== undefined || (first !== undefined && first.rarity >= threshold);

/** Chooses at most 64 terms, in pairs of the rarest from each segment in turn, those first that could admit the most. */
export function planPrepare(query: SegmentedQuery, frequencies: Frequencies, totalDocs: number): PreparePlan {
  if (query.hasOnlyFunctionWords) return { weighted: [], segments: [] };
  const asked = new Set(frequencyTerms(query).exact);
  const isKnown = (term: QueryTerm): boolean => term.kind === "prefix" || asked.has(term.term);
  const hopeful = query.segments
    .map((terms) => assess(terms.filter(isKnown), frequencies, totalDocs))
    .filter(({ terms, promise, penalty }) => promise > penalty || terms.some(({ isDecisive }) => isDecisive))
    .sort((a, b) => b.promise - b.penalty - (a.promise - a.penalty));
  const weighted = weigh(choose(hopeful), totalDocs);
  const bits = new Map(weighted.map(({ term, bit }) => [term, bit]));
  const isWholeQuery = query.segments.length === 1;
  return { weighted, segments: hopeful.map((segment) => planned(segment, bits, isWholeQuery)) };
}

interface AssessedTerm extends Omit<PlannedTerm, "bits"> {
  readonly present: readonly PresentTerm[];
}

interface AssessedSegment {
  /** Rarest first. */
  readonly terms: readonly AssessedTerm[];
  readonly promise: number;
  readonly penalty: number;
  readonly knowsAll: boolean;
}

function assess(queryTerms: readonly QueryTerm[], frequencies: Frequencies, totalDocs: number): AssessedSegment {
  const isAbsent = (term: string): boolean => (frequencies.get(term) ?? 0) === 0;
  const terms: AssessedTerm[] = [];
  let absent = 0;
  let length = 0;
  for (const term of queryTerms) {
    const isInAbsentCode = term.partOf !== undefined && isAbsent(term.partOf);
    const present = presentTerms(term, frequencies);
    const words = WORDS_PER_TERM[term.kind];
    length += words.matched;
    const [first] = present;
    if (first === undefined) absent += term.partOf === undefined ? words.absent : 0;
    else {
      const rarity = inverseFrequency(first.frequency, totalDocs) / inverseFrequency(1, totalDocs);
      const worth = rarity * words.matched * share(term, isInAbsentCode);
      terms.push({ present, rarity, worth, isDecisive: term.kind === "code" && rarity >= RARE });
    }
  }
  return {
    terms: terms.sort((a, b) => b.rarity - a.rarity),
    promise: terms.reduce((sum, { worth }) => sum + worth, 0),
    penalty:
      ABSENT_WORTH * Math.min(absent, length > LONGEST_QUESTION ? MAX_ABSENT_WORDS_AMID_OTHERS : MAX_ABSENT_WORDS),
    knowsAll: terms.length === queryTerms.length,
  };
}

function share(term: QueryTerm, isInAbsentCode: boolean): number {
  if (isInAbsentCode) return PART_OF_ABSENT_CODE;
  const isHalfFunction =
    term.kind === "gram" && !HIRAGANA.test(term.term) && Array.from(term.term).some(isFunctionGram);
  return isHalfFunction ? HALF_FUNCTION_GRAM : 1;
}

function choose(segments: readonly AssessedSegment[]): readonly PresentTerm[] {
  const chosen = new Map<string, PresentTerm>();
  const deepest = Math.max(0, ...segments.map(({ terms }) => terms.length));
  for (let turn = 0; turn < deepest; turn += 2) {
    for (const { terms } of segments) {
      const pair = terms.slice(turn, turn + 2).flatMap(({ present }) => present);
      for (const term of pair) {
        if (chosen.size < MAX_QUERY_TERMS && !chosen.has(term.term)) chosen.set(term.term, term);
      }
    }
  }
  return [...chosen.values()];
}

function planned(segment: AssessedSegment, bits: ReadonlyMap<string, number>, isWholeQuery: boolean): PlannedSegment {
  const terms = segment.terms.map(({ present, rarity, worth, isDecisive }) => ({
    bits: present.flatMap(({ term }) => bits.get(term) ?? []),
    rarity,
    worth,
    isDecisive,
  }));
  return { terms, penalty: segment.penalty, canBeCovered: isWholeQuery && segment.knowsAll };
}
