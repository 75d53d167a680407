import { signsIn } from "./signs.policy.js";
import { tokenize } from "./tokens.policy.js";

/** So many tokens together may stand elsewhere: a phrase that moves as a whole. Fewer are arguments that change places. */
const PHRASE = 4;
/** A clause of one word is an item of a list, a value or a name. */
const CLAUSE = 2;
/** Where a phrase may begin, so many places are tried. */
const PLACES = 8;

/**
 * Whether what two texts have in common stands in the same order in both. Clauses, and phrases of four words, may change their
 * places as a whole; "from eu to us" is another order than "from us to eu". Linear in the length of the texts but for phrases
 * that occur often.
 */
export function haveSameOrder(left: string, right: string): boolean {
  const [ownLeft, ownRight] = withoutSharedClauses(clausesOf(left), clausesOf(right));
  const counts = [countsOf(ownLeft), countsOf(ownRight)] as const;
  const isCommon = (term: string): boolean => counts[0].get(term) === counts[1].get(term);
  const [a, b] = [ownLeft.filter(isCommon), ownRight.filter(isCommon)];
  return a.every((term, index) => term === b[index]) || isMadeOfPhrases(a, b);
}

/**
 * A period within a version or an address ends nothing; a colon parts a name from its value, which belong together; a question
 * mark is a sign.
 */
const CLAUSE_END = /[.,;!…]+(?=\s|$)|(?<=\?)(?=\s|$)|[。、．\n]+/u;

interface Clause {
  readonly terms: readonly string[];
  readonly words: number;
}

function clausesOf(text: string): readonly Clause[] {
  return text
    .split(CLAUSE_END)
    .map((clause) => ({ terms: termsOf(clause), words: wordsIn(clause) }))
    .filter(({ terms }) => terms.length > 0);
}

/** Words and signs in their order. */
function termsOf(clause: string): readonly string[] {
  const terms: string[] = [];
  let from = 0;
  for (const { sign, from: at, to } of signsIn(clause)) {
    terms.push(...wordTerms(clause.slice(from, at)), sign);
    from = to;
  }
  return [...terms, ...wordTerms(clause.slice(from))];
}

function wordTerms(text: string): readonly string[] {
  return tokenize(text)
    .filter(({ kind }) => kind !== "lone" && kind !== "variant")
    .map(({ term }) => term);
}

/** What blanks part; of a script that does not part its words, each pair of characters. */
function wordsIn(clause: string): number {
  const grams = tokenize(clause).filter(({ kind }) => kind === "gram").length;
  return grams + clause.split(/\s+/u).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}

function withoutSharedClauses(
  left: readonly Clause[],
  right: readonly Clause[],
): readonly [readonly string[], readonly string[]] {
  const free = countsOf(right.filter(({ words }) => words >= CLAUSE).map(({ terms }) => keyOf(terms)));
  const shared = new Map<string, number>();
  const own = left.filter(({ terms }) => {
    const key = keyOf(terms);
    const taken = shared.get(key) ?? 0;
    const isShared = taken < (free.get(key) ?? 0);
    if (isShared) shared.set(key, taken + 1);
    return !isShared;
  });
  const others = right.filter(({ terms }) => {
    const key = keyOf(terms);
    const open = shared.get(key) ?? 0;
    if (open > 0) shared.set(key, open - 1);
    return open === 0;
  });
  return [own.flatMap(({ terms }) => terms), others.flatMap(({ terms }) => terms)];
}

const keyOf = (terms: readonly string[]): string => terms.join("\n");

function countsOf(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

/** Whether one can be cut into phrases that together are the other. Both hold the same terms equally often. */
function isMadeOfPhrases(left: readonly string[], right: readonly string[]): boolean {
  const places = placesOf(right);
  const used = new Set<number>();
  let at = 0;
  while (at < left.length) {
    const found = longestAt(left, at, right, places, used);
    if (found.length < PHRASE) return false;
    for (let index = 0; index < found.length; index++) used.add(found.from + index);
    at += found.length;
  }
  return true;
}

function placesOf(terms: readonly string[]): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>();
  for (let index = 0; index + PHRASE <= terms.length; index++) {
    const key = keyOf(terms.slice(index, index + PHRASE));
    const known = places.get(key);
    if (known === undefined) places.set(key, [index]);
    else if (known.length < PLACES) known.push(index);
  }
  return places;
}

interface Phrase {
  readonly from: number;
  readonly length: number;
}

function longestAt(
  left: readonly string[],
  at: number,
  right: readonly string[],
  places: ReadonlyMap<string, readonly number[]>,
  used: ReadonlySet<number>,
): Phrase {
  const starts = places.get(keyOf(left.slice(at, at + PHRASE))) ?? [];
  return starts
    .map((from) => ({ from, length: sharedLength(left, at, right, from, used) }))
    .reduce((best, one) => (one.length > best.length ? one : best), { from: 0, length: 0 });
}

function sharedLength(
  left: readonly string[],
  at: number,
  right: readonly string[],
  from: number,
  used: ReadonlySet<number>,
): number {
  let length = 0;
  while (at + length < left.length && left[at + length] === right[from + length] && !used.has(from + length)) length++;
  return length;
}
