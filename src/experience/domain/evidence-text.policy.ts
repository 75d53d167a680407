import { utf8Length, utf8Prefix } from "../../kernel/unicode.js";

/** Of what a text may keep when it is cut, this part is its beginning. */
const BEGINNING = 0.7;

/**
 * The texts, none cut while all together have at most `maxBytes` of UTF-8. Else the longest give way first: each keeps the
 * same number of bytes, its beginning and its end, with a line between them that says how much is gone. The lines come on top.
 */
export function fitTexts(texts: readonly string[], maxBytes: number): readonly string[] {
  const share = shareOf(texts.map(utf8Length), maxBytes);
  return texts.map((text) => (utf8Length(text) <= share ? text : cut(text, share)));
}

/** The most that each may have: what short ones leave over goes to the long ones. */
function shareOf(sizes: readonly number[], maxBytes: number): number {
  let left = maxBytes;
  const ascending = [...sizes].sort((a, b) => a - b);
  for (const [index, size] of ascending.entries()) {
    const share = Math.floor(left / (ascending.length - index));
    if (size > share) return share;
    left -= size;
  }
  return Infinity;
}

function cut(text: string, bytes: number): string {
  const beginning = utf8Prefix(text, Math.floor(bytes * BEGINNING));
  const end = utf8Suffix(text, bytes - utf8Length(beginning));
  const gone = utf8Length(text) - utf8Length(beginning) - utf8Length(end);
  return `${beginning}\n[${String(gone)} bytes left out]\n${end}`;
}

/** The longest end of whole code points. `text` must be well formed. */
function utf8Suffix(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text, "utf8");
  let from = bytes.length - maxBytes;
  while (isContinuation(bytes[from])) from += 1;
  return bytes.toString("utf8", from);
}

const isContinuation = (byte: number | undefined): boolean => byte !== undefined && (byte & 0xc0) === 0x80;
