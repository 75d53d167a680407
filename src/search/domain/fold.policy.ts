/**
 * The form in which two spellings of a word are the same term: compatibility forms unified, joiners dropped, Latin, Greek,
 * Hebrew and Arabic read without their optional marks ("café" is "cafe", in NFC and in NFD). Case is kept: the tokenizer
 * still needs it to see `getUserById`.
 */
export function unifySpelling(text: string): string {
  if (PLAIN.test(text)) return text;
  return text
    .replace(LONG_MARK_RUN, "$1")
    .normalize("NFKD")
    .replace(LETTER_WITH_ACCENTS, "$1")
    .replace(OPTIONAL_MARKS, "")
    .normalize("NFC");
}

/** Case folding, with the letters whose lower case alone does not join both spellings (ß, final sigma, dotless i). */
export function foldCase(word: string): string {
  const lower = word.toLowerCase();
  return FOLDED_LETTERS.test(lower) ? lower.replace(/ß/gu, "ss").replace(/ς/gu, "σ").replace(/ı/gu, "i") : lower;
}

const PLAIN = /^[\n\r\t -~]*$/u;
const FOLDED_LETTERS = /[ßςı]/u;

/** Normalization sorts a run of marks by insertion, quadratic in its length: 100,000 marks take 15 s. No word has this many. */
const LONG_MARK_RUN = /(\p{M}{32})\p{M}+/gu;
const LETTER_WITH_ACCENTS = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
/** Hebrew and Arabic vowel marks, tatweel, soft hyphen, joiners, word joiner, variation selectors, byte order mark. */
const OPTIONAL_MARKS =
  /[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\u200c\u200d\u2060\ufe00-\ufe0f\ufeff]/gu;
