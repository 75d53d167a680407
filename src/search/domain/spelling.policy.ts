import { compoundKind } from "./compound.policy.js";
import { foldCase, unifySpelling } from "./fold.policy.js";
import { stem } from "./stem.policy.js";

/** Whether words that two texts share are the same letters: accents, and the case of a letter that stands alone. */
export function areSpelledAlike(left: string, right: string): boolean {
  const spellings = spellingsOf(right);
  for (const [word, spelling] of spellingsOf(left)) {
    const other = spellings.get(word);
    if (other !== undefined && !isSame(spelling, other)) return false;
  }
  return true;
}

/** The code tokens of a text as they are written, sorted: `user_id` is neither `user-id` nor `USER_ID`. */
export function codesOf(text: string): string {
  const tokens = withoutCapitals(text).match(CODE_TOKEN) ?? [];
  return tokens.filter(isCode).sort().join(" ");
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const CODE_TOKEN = /[\p{L}\p{N}\p{M}]+(?:(?:_+|::|->|[-./:\\@#&+~])[\p{L}\p{N}\p{M}]+)*/gu;

const isCode = (token: string): boolean =>
  /\p{L}/u.test(token) && (token.includes("/") || compoundKind(token) === "code");

/** A sentence begins with a capital whatever its first word is. */
const withoutCapitals = (text: string): string => text.replace(FIRST_LETTER, (letter) => letter.toLowerCase());

const FIRST_LETTER = /(?<=^[^\p{L}\p{N}]{0,4}|[.!?…\n][^\p{L}\p{N}]{1,4})\p{Lu}(?!\p{Lu})/gu;

/** By a word as search knows it, what search does not tell apart. */
function spellingsOf(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const spellings = new Map<string, Set<string>>();
  for (const word of withoutCapitals(text).match(WORD) ?? []) {
    const key = stem(foldCase(unifySpelling(word)));
    spellings.set(key, (spellings.get(key) ?? new Set()).add(lettersLost(word)));
  }
  return spellings;
}

/** Endings are not compared: inflected forms share a word. */
function lettersLost(word: string): string {
  return /^\p{L}$/u.test(word) ? word : (word.toLowerCase().match(ACCENTED) ?? []).join("");
}

/** What folding takes from letters whose marks are no option: everything of Latin beyond ASCII, and Greek. */
const ACCENTED = /(?![a-z])\p{Script=Latin}|\p{Script=Greek}|[\u0300-\u036f]/gu;

const isSame = (left: ReadonlySet<string>, right: ReadonlySet<string>): boolean =>
  left.size === right.size && [...left].every((one) => right.has(one));
