/** A character that changes what the words around it say. */
export interface Sign {
  readonly sign: string;
  readonly from: number;
  readonly to: number;
}

/**
 * A text in the form in which two are compared sign by sign: canonical Unicode, full-width and presentation forms as the
 * characters they show, CJK punctuation as a comma, one blank for several. Nothing that carries meaning is folded: `①` stays.
 */
export function comparedForm(text: string): string {
  return text
    .replace(CJK_PUNCTUATION, ", ")
    .replace(PRESENTATION_FORMS, (form) => form.normalize("NFKC"))
    .replace(LONG_MARK_RUN, "$1")
    .normalize("NFC")
    .replace(/[^\S\n]+/gu, " ");
}

const CJK_PUNCTUATION = /[；，！]|(?<!\p{N})[：．]|[：．](?!\p{N})/gu;
/** Ligatures, Arabic, vertical, small, full-width and half-width forms. */
const PRESENTATION_FORMS = /[\ufb00-\ufdff\ufe10-\ufefc\uff01-\uffef]+/gu;
/** Normalization is quadratic in the length of a run of marks. */
const LONG_MARK_RUN = /(\p{M}{32})\p{M}+/gu;

/**
 * The signs of a text in their order: comparison, arithmetic, currency, emoji, brackets, %, /, \, @, # and the like wherever
 * they stand; `.` in paths and names, `:` within a token, `!` before what it negates, `-` where it is a minus, a flag or part
 * of an arrow. Marks that only part words are none: full stops, commas, quotes, dashes, CJK punctuation.
 *
 * @param text in its compared form
 */
export function signsIn(text: string): readonly Sign[] {
  return Array.from(text.matchAll(SIGN), ({ 0: sign, index }) => ({
    sign: sign
      .replace(/[\u2010-\u2015\u2212]/gu, "-")
      .replace("؟", "?")
      .replace("٪", "%"),
    from: index,
    to: index + sign.length,
  }));
}

const IN_WORD = "[\\p{L}\\p{N}\\p{M}_]";
const DASH = "[-\\u2010-\\u2015]";
const SIGN = new RegExp(
  [
    "[\\p{Sm}\\p{Sc}\\p{So}^%‰‱٪&*/\\\\#@?؟_()[\\]{}§†‡\\u2032\\u2033]",
    // !x, !=, !(…), and the ! of a shell between blanks.
    `!(?=[\\p{L}\\p{N}_=($[])|(?<![^\\s(])!(?=\\s\\p{Ll})`,
    // a.b, ./x, ../x, .env, and . or .. as a path of its own. Dots behind a word end it.
    `(?<=[\\p{L}\\p{N}_)\\]])\\.(?=[\\p{L}\\p{N}_/\\\\*])`,
    `(?<![\\p{L}\\p{N}_.)\\]])\\.{1,3}(?=[\\p{L}\\p{N}_/\\\\*])`,
    `(?<=(?:^|\\s)["'\`]?)\\.{1,2}(?=["'\`]?(?:\\s|$))`,
    `(?<=\\S):{1,2}(?=${IN_WORD})`,
    // -x, --flag, -1.
    `(?<![\\p{L}\\p{N}\\p{M}_)\\]…-]["'\u2019\`]?)-{1,2}(?=[\\p{L}\\p{N}_.$])`,
    `(?<![\\p{L}\\p{N}\\p{M}_)\\]])${DASH}(?=\\p{N})`,
    `(?<=\\p{N}\\s?)${DASH}(?=\\s?\\p{N})`,
    `-(?=[>=])|(?<=[<+])-`,
  ].join("|"),
  "gu",
);
