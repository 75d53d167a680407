/**
 * DEL and the C1 controls, the Arabic letter mark, zero-width and word joiners, direction marks, line and paragraph
 * separators, bidi embeddings and isolates, the byte order mark and the tag block. U+200C and U+200D are not here:
 * scripts and emoji are written with them.
 */
const INVISIBLE =
  /[\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2064\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * Compact JSON in which no character is invisible: what a reader sees is what a model gets, and parsing it still gives
 * the exact value back. All other non-ASCII text stays as it is. The result is well-formed Unicode for any input.
 */
export function visibleJson(value: object | string): string {
  return JSON.stringify(value).replace(INVISIBLE, escapeUnits);
}

function escapeUnits(character: string): string {
  let escaped = "";
  for (let index = 0; index < character.length; index++) {
    escaped += `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`;
  }
  return escaped;
}
