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
    .replace(YO, "$1")
    .replace(OPTIONAL_MARKS, "")
    .normalize("NFC");
}

/** Case folding, with the letters that lower case and decomposition alone do not join to the spelling people type for them. */
export function foldCase(word: string): string {
  const lower = word.toLowerCase();
  return FOLDED_LETTERS.test(lower) ? lower.replace(FOLDED_LETTERS_ALL, (letter) => FOLDED[letter] ?? letter) : lower;
}

const PLAIN = /^[\n\r\t -~]*$/u;
const FOLDED: Readonly<Record<string, string>> = {
  ß: "ss",
  ς: "σ",
  ı: "i",
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  œ: "oe",
  æ: "ae",
  ħ: "h",
};
const FOLDED_LETTERS = /[ßςıłøđðþœæħ]/u;
const FOLDED_LETTERS_ALL = /[ßςıłøđðþœæħ]/gu;

/** Normalization sorts a run of marks by insertion, quadratic in its length: 100,000 marks take 15 s. No word has this many. */
const LONG_MARK_RUN = /(\p{M}{32})\p{M}+/gu;
const LETTER_WITH_ACCENTS = /([\p{Script=Latin}\p{Script=Greek}])[\u0300-\u036f]+/gu;
/** ё is written е as often as not; й is a letter of its own. */
const YO = /([\u0415\u0435])\u0308/gu;
/** Hebrew and Arabic vowel marks, tatweel, soft hyphen, joiners, word joiner, variation selectors, byte order mark. */
const OPTIONAL_MARKS =
  /[\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u00ad\u200c\u200d\u2060\ufe00-\ufe0f\ufeff]/gu;
