/**
 * What a reader does not see, as the inside of a character class: DEL and the C1 controls, the Arabic letter mark, zero-width
 * and word joiners, direction marks, line and paragraph separators, bidi embeddings and isolates, the byte order mark and the
 * tag block. U+200C and U+200D are not here: scripts and emoji are written with them.
 */
export const INVISIBLE_CHARACTERS =
  "\\u007f-\\u009f\\u061c\\u200b\\u200e\\u200f\\u2028-\\u202e\\u2060-\\u2064\\u2066-\\u2069\\ufeff\\u{e0000}-\\u{e007f}";

const PLAIN = /^[\n\t -~]*$/u;
const LINE_BREAK = /\r\n|[\r\v\f\u0085\u2028\u2029]/gu;
/** Beyond the list: the C0 controls, the soft hyphen, fillers, and format characters that nothing is written with any more. */
const INVISIBLE = new RegExp(
  `[${INVISIBLE_CHARACTERS}\\u0000-\\u0008\\u000e-\\u001f\\u00ad\\u034f\\u115f\\u1160\\u180e\\u206a-\\u206f\\u3164\\uffa0\\ufff9-\\ufffb]`,
  "gu",
);
/** Joiners and variation selectors mean something beside the scripts and emoji that need them, and nothing elsewhere. */
const ALPHABET = "\\u0000-\\u007f\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}";
const JOINERS = "\\u200c\\u200d\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}";
const IDLE_JOINERS = new RegExp(`(?<![^${ALPHABET}])[${JOINERS}]+(?![^${ALPHABET}])`, "gu");
const UNSPACED = "\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}";
const UNSPACED_JOINERS = new RegExp(`(?<=[${UNSPACED}])[\\u200c\\u200d]+(?=[${UNSPACED}])`, "gu");

/**
 * The text as a reader sees it: without characters that show nothing, behind which a word could hide from a comparison.
 * Other line breaks become \n. Joiners stay in words and emoji that need them. Linear in the length of the text.
 */
export function visibleText(text: string): string {
  if (PLAIN.test(text)) return text;
  return text.replace(LINE_BREAK, "\n").replace(INVISIBLE, "").replace(IDLE_JOINERS, "").replace(UNSPACED_JOINERS, "");
}
