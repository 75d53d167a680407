import { analyzeQuery } from "./analyzer.policy.js";
import type { FrequencyRequest, QueryTerm, SegmentedQuery } from "./search.types.js";

export const MAX_SEGMENT_TERMS = 32;
export const MAX_FREQUENCY_TERMS = 512;
/** Looking up all grams of a character is for queries that say little else: `C盘`, `道`. */
const MAX_TERMS_BESIDE_PREFIX = 12;
const MAX_PREFIXES = 2;

/**
 * Splits a query into sentences and lines, so that a question is judged by itself wherever it stands in a long prompt. A
 * sentence with fewer than two terms joins the next; one with more than 32 becomes windows that overlap by half, so that
 * any 16 neighbouring terms meet in one of them. In a sentence of more than 8 terms what stands in another alphabet is a
 * segment of its own besides. Where not all can be looked at, questions come first, then both ends.
 */
export function segmentQuery(text: string): SegmentedQuery {
  const sentences = text.split(SENTENCE_END).map(readSentence);
  const informative = sentences.map(({ terms, isQuestion }) => {
    return { terms: terms.filter((term) => !term.isFunctionWord), isQuestion };
  });
  const hasOnlyFunctionWords = informative.every(({ terms }) => terms.length === 0);
  const joined = fromTheEnds(joinShort(hasOnlyFunctionWords ? sentences : informative));
  const ordered = [...joined.filter(({ isQuestion }) => isQuestion), ...joined.filter(({ isQuestion }) => !isQuestion)];
  return {
    segments: ordered.flatMap(({ terms }) => [...alphabetRuns(terms), ...windows(terms)]),
    hasOnlyFunctionWords,
  };
}

/** Cut inside whitespace or after full-width marks, never inside `c.ts` or `20.04`. */
const SENTENCE_END = /[\r\n\u2028\u2029]|(?<=[.!?;…؟])[ \t]|(?<=[。！？；｡])/u;
const QUESTION_MARK = /[?？؟]/u;

interface Sentence {
  readonly terms: readonly QueryTerm[];
  readonly isQuestion: boolean;
}

const readSentence = (text: string): Sentence => ({ terms: analyzeQuery(text), isQuestion: QUESTION_MARK.test(text) });

const NO_TERMS: Sentence = { terms: [], isQuestion: false };

function joinShort(sentences: readonly Sentence[]): readonly Sentence[] {
  const joined: Sentence[] = [];
  let pending = NO_TERMS;
  for (const sentence of sentences) {
    pending = join(pending, sentence);
    if (pending.terms.length < 2) continue;
    joined.push(pending);
    pending = NO_TERMS;
  }
  if (pending.terms.length > 0) joined.push(join(joined.pop() ?? NO_TERMS, pending));
  return joined;
}

function join(first: Sentence, second: Sentence): Sentence {
  if (first === NO_TERMS) return second;
  const distinct = new Map([...first.terms, ...second.terms].map((term) => [term.term, term]));
  return { terms: [...distinct.values()], isQuestion: first.isQuestion || second.isQuestion };
}

/** A Korean question amid English words says nothing about the words around it, and they nothing about it. */
function alphabetRuns(terms: readonly QueryTerm[]): readonly (readonly QueryTerm[])[] {
  if (terms.length <= LONGEST_MIXED) return [];
  const runs: QueryTerm[][] = [];
  let current = -1;
  for (const term of terms) {
    const alphabet = alphabetOf(term.term);
    const isNext = alphabet !== current && alphabet !== -1;
    if (isNext) current = alphabet;
    const run = runs.at(-1);
    if (run === undefined || isNext) runs.push([term]);
    else run.push(term);
  }
  return runs.length > 1 ? runs.filter((run) => run.length > 1).flatMap(windows) : [];
}

const LONGEST_MIXED = 8;
/** A term of none of them, a number or a symbol, goes with what stands before it. */
const ALPHABETS: readonly RegExp[] = [
  /^\P{L}*\p{Script=Latin}/u,
  /^\P{L}*[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc]/u,
  /^\P{L}*\p{Script=Hangul}/u,
  /^\P{L}*\p{Script=Cyrillic}/u,
  /^\P{L}*\p{L}/u,
];

function alphabetOf(term: string): number {
  const first = term.charCodeAt(0);
  if (first >= LOWER_A && first <= LOWER_Z) return 0;
  return ALPHABETS.findIndex((letters) => letters.test(term));
}

const LOWER_A = 0x61;
const LOWER_Z = 0x7a;

function windows(terms: readonly QueryTerm[]): readonly (readonly QueryTerm[])[] {
  const stride = MAX_SEGMENT_TERMS / 2;
  const parts: (readonly QueryTerm[])[] = [];
  for (let start = 0; start === 0 || start + stride < terms.length; start += stride) {
    parts.push(terms.slice(start, start + MAX_SEGMENT_TERMS));
  }
  return parts;
}

/**
 * The terms whose frequency is asked. All of them, if they are at most 512; else whole segments for the first half, in
 * order, and for the rest two terms of every other segment in turn.
 */
export function frequencyTerms(query: SegmentedQuery): FrequencyRequest {
  const exact = [...exactTerms(query)];
  const prefixes = exact.length > MAX_TERMS_BESIDE_PREFIX ? [] : [...prefixTerms(query)].slice(0, MAX_PREFIXES);
  return { exact, prefixes };
}

function prefixTerms(query: SegmentedQuery): ReadonlySet<string> {
  const prefixes = query.segments.flatMap((terms) => terms.filter((term) => term.kind === "prefix"));
  return new Set(prefixes.map((term) => term.term));
}

/** All of a query's terms but its prefixes, unless they are too many to look at. */
export function exactTerms(query: SegmentedQuery): ReadonlySet<string> {
  const chosen = new Set<string>();
  const waiting: (readonly QueryTerm[])[] = [];
  for (const segment of query.segments) {
    const terms = segment.filter((term) => term.kind !== "prefix");
    if (chosen.size + terms.length > MAX_FREQUENCY_TERMS / 2) waiting.push(terms);
    else for (const { term } of terms) chosen.add(term);
  }
  return waiting.length === 0 ? chosen : inTurns(chosen, waiting);
}

function inTurns(first: ReadonlySet<string>, waiting: readonly (readonly QueryTerm[])[]): ReadonlySet<string> {
  const chosen = new Set(first);
  for (let turn = 0; turn < MAX_SEGMENT_TERMS; turn += 2) {
    for (const { term } of waiting.flatMap((terms) => terms.slice(turn, turn + 2))) {
      if (chosen.size < MAX_FREQUENCY_TERMS) chosen.add(term);
    }
  }
  return chosen;
}

/** Last, first, last but one, second … */
export function fromTheEnds<T>(items: readonly T[]): readonly T[] {
  return items.map((_, index) => {
    const steps = Math.floor(index / 2);
    return items[index % 2 === 0 ? items.length - 1 - steps : steps] as T;
  });
}
