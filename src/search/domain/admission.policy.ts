import { absenceOf, isHalfFunction, type Absence } from "./absence.policy.js";
import { presentTerms, weigh, type PresentTerm } from "./query-plan.policy.js";
import { inverseFrequency, maskOf, MAX_QUERY_TERMS, sharesBit } from "./ranking.policy.js";
import type {
  Bearing,
  Frequencies,
  QueryTerm,
  QueryTermKind,
  SegmentedQuery,
  TermHit,
  WeightedTerm,
} from "./search.types.js";
import { exactTerms } from "./segments.policy.js";

/** What prepare scores, and what it needs to decide which hits are worth a place in the pack. */
export interface PreparePlan {
  readonly weighted: readonly WeightedTerm[];
  readonly segments: readonly PlannedSegment[];
}

interface PlannedSegment {
  readonly terms: readonly PlannedTerm[];
  /** What the scope has never heard of, taken off what a hit matches. In worth. */
  readonly penalty: number;
  /** The whole query is this segment and every term of it occurs in the scope. */
  readonly canBeCovered: boolean;
}

interface PlannedTerm {
  /** Where it shows in a hit's mask: one bit, or several for a prefix. */
  readonly mask: MatchedTerms;
  /** How rare it is, 0..1: 1 for a word that one document holds. */
  readonly rarity: number;
  /** Rarity times how much of a word it is. */
  readonly worth: number;
  /** How far it shows what the prompt is about, 0..1; the terms a hit matches must reach 1 together. */
  readonly anchor: number;
  /** A code token rare enough to admit a hit by itself. */
  readonly isDecisive: boolean;
}

type MatchedTerms = Pick<TermHit, "maskLow" | "maskHigh">;

/** Fitted on LoCoMo dev, as the other weights here are; the bench prints the curve. */
export const ADMISSION_THRESHOLD = 0.4;
/** A word no entry holds is the best sign that the question is about something else. One is forgiven a rare match, two are not. */
const ABSENT_WORTH = 0.55;
/** No more than leaves two rare matches enough, and less where a question may stand amid other words, which must not outvote it. */
const MAX_ABSENT_WORDS = 2.5;
const MAX_ABSENT_WORDS_AMID_OTHERS = 1.2;
/** A segment of more words than this is hardly one question. */
const LONGEST_QUESTION = 10;
/** A code token at least this rare is enough by itself. */
const RARE = 0.7;

/**
 * Two characters make about one word, and grams overlap: matched they say less than one, and in a text they are many. A
 * character looked up alone is in its grams, too.
 */
const WORDS_PER_TERM: Readonly<Record<QueryTermKind, { readonly matched: number; readonly length: number }>> = {
  word: { matched: 1, length: 1 },
  compound: { matched: 1, length: 1 },
  code: { matched: 1, length: 1 },
  gram: { matched: 0.6, length: 0.4 },
  prefix: { matched: 0.45, length: 0.4 },
  symbol: { matched: 1, length: 1 },
  variant: { matched: 0.6, length: 0 },
};
/** Everyday words add to what a telling one says; alone they recall nothing, two that are not mere talk may. */
const ANCHOR: Readonly<Record<Bearing, number>> = { telling: 1, plain: 0.5, talk: 0 };
const EVERYDAY = 0.7;
/** `phrase` and `appear` say little about an entry that does not hold `PHRASE_THAT_DOES_NOT_APPEAR`. */
const PART_OF_BROKEN_CODE = 0.4;
const HALF_FUNCTION_GRAM = 0.5;

/**
 * A hit is admitted if any segment admits it: it matches a telling word, and the summed worth of the terms it matches, less
 * the penalty for words the scope does not know, reaches the threshold; or it holds a rare code token; or it covers a query
 * of one segment completely.
 */
export function admits(plan: PreparePlan, hit: MatchedTerms, threshold = ADMISSION_THRESHOLD): boolean {
  return plan.segments.some((segment) => {
    const matched = segment.terms.filter(({ mask }) => sharesBit(mask, hit));
    if (sumOf(matched, "anchor") < 1) return false;
    if (sumOf(matched, "worth") - segment.penalty >= threshold) return true;
    if (matched.some(({ isDecisive }) => isDecisive)) return true;
    return segment.canBeCovered && matched.length === segment.terms.length && isEnoughAlone(matched, threshold);
  });
}

function sumOf(terms: readonly PlannedTerm[], weight: "anchor" | "worth"): number {
  let sum = 0;
  for (const term of terms) sum += term[weight];
  return sum;
}

const isEnoughAlone = ([first, second]: readonly PlannedTerm[], threshold: number): boolean =>
  second !== undefined || (first !== undefined && first.rarity >= threshold);

/** Chooses at most 64 terms, in pairs of the rarest from each segment in turn, those first that could admit the most. */
export function planPrepare(query: SegmentedQuery, frequencies: Frequencies, totalDocs: number): PreparePlan {
  if (query.hasOnlyFunctionWords) return { weighted: [], segments: [] };
  const asked = exactTerms(query);
  const isKnown = (term: QueryTerm): boolean => term.kind === "prefix" || asked.has(term.term);
  const hopeful = query.segments
    .map((terms) => assess(terms.filter(isKnown), frequencies, totalDocs))
    .filter(({ terms, promise, penalty }) => promise > penalty || terms.some(({ isDecisive }) => isDecisive))
    .sort((a, b) => b.promise - b.penalty - (a.promise - a.penalty));
  const weighted = weigh(choose(hopeful), totalDocs);
  const masks = new Map(weighted.map(({ term, bit }) => [term, maskOf(bit)]));
  const isWholeQuery = query.segments.length === 1;
  return { weighted, segments: hopeful.map((segment) => planned(segment, masks, isWholeQuery)) };
}

interface AssessedTerm extends Omit<PlannedTerm, "mask"> {
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
  const absence = absenceOf(queryTerms, frequencies);
  const terms: AssessedTerm[] = [];
  let length = 0;
  for (const term of queryTerms) {
    length += WORDS_PER_TERM[term.kind].length;
    const present = presentTerms(term, frequencies);
    if (present[0] !== undefined) terms.push(assessTerm(term, present, rarityOf(present[0], totalDocs), absence));
  }
  const mostAbsent = length > LONGEST_QUESTION ? MAX_ABSENT_WORDS_AMID_OTHERS : MAX_ABSENT_WORDS;
  return {
    terms: terms.sort((a, b) => b.rarity - a.rarity),
    promise: terms.reduce((sum, { worth }) => sum + worth, 0),
    penalty: ABSENT_WORTH * Math.min(absence.words, mostAbsent),
    knowsAll: terms.length === queryTerms.length,
  };
}

const rarityOf = ({ frequency }: PresentTerm, totalDocs: number): number =>
  inverseFrequency(frequency, totalDocs) / inverseFrequency(1, totalDocs);

function assessTerm(term: QueryTerm, present: readonly PresentTerm[], rarity: number, absence: Absence): AssessedTerm {
  return {
    present,
    rarity,
    worth: rarity * WORDS_PER_TERM[term.kind].matched * share(term, absence),
    anchor: ANCHOR[term.bearing],
    isDecisive: term.kind === "code" && rarity >= RARE,
  };
}

function share(term: QueryTerm, { brokenCodes }: Absence): number {
  if (term.bearing !== "telling") return EVERYDAY;
  if (term.partOf !== undefined && brokenCodes.has(term.partOf)) return PART_OF_BROKEN_CODE;
  return isHalfFunction(term) ? HALF_FUNCTION_GRAM : 1;
}

function choose(segments: readonly AssessedSegment[]): readonly PresentTerm[] {
  const chosen = new Map<string, PresentTerm>();
  const take = (assessed: AssessedTerm | undefined): void => {
    for (const term of assessed?.present ?? []) {
      if (chosen.size < MAX_QUERY_TERMS && !chosen.has(term.term)) chosen.set(term.term, term);
    }
  };
  const deepest = Math.max(0, ...segments.map(({ terms }) => terms.length));
  for (let turn = 0; turn < deepest && chosen.size < MAX_QUERY_TERMS; turn += 2) {
    for (const { terms } of segments) {
      take(terms[turn]);
      take(terms[turn + 1]);
    }
  }
  return [...chosen.values()];
}

type Masks = ReadonlyMap<string, { readonly low: number; readonly high: number }>;

function planned(segment: AssessedSegment, masks: Masks, isWholeQuery: boolean): PlannedSegment {
  // Field by field: copying the rest of an object is a call into the runtime.
  const terms = segment.terms.map(({ present, rarity, worth, anchor, isDecisive }) => ({
    mask: maskOfAll(present, masks),
    rarity,
    worth,
    anchor,
    isDecisive,
  }));
  return { terms, penalty: segment.penalty, canBeCovered: isWholeQuery && segment.knowsAll };
}

function maskOfAll(present: readonly PresentTerm[], masks: Masks): MatchedTerms {
  let maskLow = 0;
  let maskHigh = 0;
  for (const { term } of present) {
    const mask = masks.get(term);
    maskLow |= mask?.low ?? 0;
    maskHigh |= mask?.high ?? 0;
  }
  return { maskLow, maskHigh };
}
