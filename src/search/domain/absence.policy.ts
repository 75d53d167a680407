import { isFunctionGram } from "./function-words.policy.js";
import type { Frequencies, QueryTerm, QueryTermKind } from "./search.types.js";

/** What a segment of a prompt has that no entry of the scope holds. */
export interface Absence {
  /** How many words, about. */
  readonly words: number;
  /** The code tokens that are absent and of which some part is absent, too. */
  readonly brokenCodes: ReadonlySet<string>;
}

/** Grams overlap, and across a word's border they are often found nowhere. A whole is absent in its parts, a prefix in its grams. */
const ABSENT_WORDS: Readonly<Record<QueryTermKind, number>> = {
  word: 1,
  compound: 0,
  code: 1,
  gram: 0.25,
  prefix: 0,
  symbol: 1,
  variant: 0,
};
/** Of a gram with a particle in it, which is likely to lie across a border. */
const ABSENT_HALF_FUNCTION_GRAM = 0.125;

/**
 * Counts the telling words no entry holds. A word tried in several terms is absent when all of them are: of 배포를 the scope
 * may hold 배포 alone. A code token is there when all its parts are: `blue-116` stands in `oceanbase-blue-116`.
 */
export function absenceOf(terms: readonly QueryTerm[], frequencies: Frequencies): Absence {
  const isPresent: Presence = ({ term }) => (frequencies.get(term) ?? 0) > 0;
  return terms.every(isPresent) ? NOTHING_ABSENT : absenceAmong(terms, isPresent);
}

const NOTHING_ABSENT: Absence = { words: 0, brokenCodes: new Set() };

type Presence = (term: QueryTerm) => boolean;

function absenceAmong(terms: readonly QueryTerm[], isPresent: Presence): Absence {
  const brokenCodes = brokenCodesOf(terms, isPresent);
  const wholes = new Set(terms.map(({ partOf }) => partOf));
  const isSpelledOut = ({ term }: QueryTerm): boolean => wholes.has(term) && !brokenCodes.has(term);
  const knownWords = new Set(terms.filter(isPresent).map(({ ofWord }) => ofWord));
  const words = new Map<string, number>();
  for (const term of terms) {
    if (isPresent(term) || isSpelledOut(term) || term.bearing !== "telling" || term.partOf !== undefined) continue;
    if (term.ofWord !== undefined && knownWords.has(term.ofWord)) continue;
    const word = term.ofWord ?? term.term;
    words.set(word, Math.min(1, (words.get(word) ?? 0) + absentWords(term)));
  }
  return { words: [...words.values()].reduce((sum, count) => sum + count, 0), brokenCodes };
}

/** A whole stands before its parts, so that going backwards meets the innermost first. */
function brokenCodesOf(terms: readonly QueryTerm[], isPresent: Presence): ReadonlySet<string> {
  const broken = new Set<string>();
  if (terms.every(({ partOf }) => partOf === undefined)) return broken;
  const wholes = new Set(terms.map(({ partOf }) => partOf));
  for (const part of terms.toReversed()) {
    if (part.partOf === undefined || isPresent(part)) continue;
    if (!wholes.has(part.term) || broken.has(part.term)) broken.add(part.partOf);
  }
  return broken;
}

const absentWords = (term: QueryTerm): number =>
  isHalfFunction(term) ? ABSENT_HALF_FUNCTION_GRAM : ABSENT_WORDS[term.kind];

/** 間に and の間 are one 間 between particles; within a word in hiragana the same characters are no particles. */
export function isHalfFunction({ kind, term }: QueryTerm): boolean {
  return kind === "gram" && !HIRAGANA.test(term) && Array.from(term).some(isFunctionGram);
}

const HIRAGANA = /^\p{Script=Hiragana}+$/u;
