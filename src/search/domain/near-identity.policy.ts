import { visibleText } from "../../kernel/invisible.js";
import { analyze } from "./analyzer.policy.js";
import { foldCase, unifySpelling } from "./fold.policy.js";
import { comparedForm, signsIn } from "./signs.policy.js";
import { areSpelledAlike, codesOf } from "./spelling.policy.js";
import { haveSameOrder } from "./word-order.policy.js";

/** Of all terms of two texts, the share that both must hold. */
const OVERLAP = 0.9;

/** A text made ready to be compared with many. */
export interface ComparableText {
  /** In its compared form, without what nobody sees. Equal texts are compared equally. */
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

export function comparable(text: string): ComparableText {
  const compared = comparedForm(visibleText(text));
  return { text: compared, terms: new Set(analyze(compared).terms.keys()) };
}

/**
 * Whether two texts say the same in almost the same words, whatever the order of their clauses. Texts that differ in a
 * number, in a sign that means something (signsIn), in a code token, in how often they negate, in the accents of a word, in
 * the case of a letter that stands alone or in the order of words and signs within a clause say different things, however
 * much else they share. Case of words, punctuation, blanks, Unicode forms and invisible characters do not count.
 */
export function isNearIdentical(left: string, right: string): boolean {
  return areNearIdentical(comparable(left), comparable(right));
}

export function areNearIdentical(left: ComparableText, right: ComparableText): boolean {
  if (overlap(left.terms, right.terms) < OVERLAP) return false;
  if (!DECISIVE.every((features) => features(left.text) === features(right.text))) return false;
  if (left.text === right.text) return true;
  return areSpelledAlike(left.text, right.text) && haveSameOrder(left.text, right.text);
}

function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((term) => right.has(term)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : shared / all;
}

/** Each as one text, equal when nothing differs. */
const DECISIVE: readonly ((text: string) => string)[] = [numbersOf, signsOf, codesOf, negationsOf];

function numbersOf(text: string): string {
  return (text.match(/\p{N}+/gu) ?? []).sort().join(" ");
}

function signsOf(text: string): string {
  return signsIn(text)
    .map(({ sign }) => sign)
    .sort()
    .join(" ");
}

function negationsOf(text: string): string {
  const folded = foldCase(unifySpelling(text));
  const words = folded.match(/[\p{L}\p{M}'\u2019]+/gu) ?? [];
  const negations = words.filter((word) => NEGATIONS.has(word) || /n['\u2019]t$/u.test(word)).length;
  return String(negations + (folded.match(NEGATION_SIGNS) ?? []).length);
}

const NEGATIONS: ReadonlySet<string> = new Set(
  `no not never none neither nor nothing nobody nowhere without cannot cant dont doesnt didnt isnt arent wasnt werent wont
   wouldnt shouldnt couldnt hasnt havent hadnt mustnt
   nicht kein keine keinen keiner keinem nie niemals ohne ne pas jamais sans aucun aucune nunca jamas sin ningun ninguna
   nao sem nenhum nenhuma non mai senza nessun nessuna niet geen nooit zonder
   не нет без никогда ни нельзя нет никак לא אין בלי לא لا ليس لم لن بدون غير`.split(/\s+/u),
);
/** Where words are not set apart. */
const NEGATION_SIGNS = /[不没無无未勿别非]|ない|なく|ません|ぬ|안\s|않|못|없|아니/gu;
