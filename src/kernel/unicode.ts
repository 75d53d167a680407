/** Blank is the contract's word: nothing but characters of JavaScript's `\s`. */
export function isBlank(text: string): boolean {
  return !/\S/u.test(text);
}

/** Unicode code points, which is how the contract counts lengths. A lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let index = 1; index < text.length; index++) {
    if (isLowSurrogate(text.charCodeAt(index)) && isHighSurrogate(text.charCodeAt(index - 1))) {
      length--;
      index++;
    }
  }
  return length;
}

export function utf8Length(text: string): number {
  return Buffer.byteLength(text, "utf8");
}

/** The stored form of kind, text and reason: NFC, outer white space removed. Inner white space is content. */
export function normalizeText(text: string): string {
  return text.trim().normalize("NFC");
}

/**
 * Whether the stored form of a text has at most `maxBytes` of UTF-8. Composition shrinks a text to a third at most, and
 * normalising a long run of combining marks takes seconds: what is four times too long is refused without it.
 */
export function fitsWhenStored(text: string, maxBytes: number): boolean {
  return utf8Length(text.trim()) <= 4 * maxBytes && utf8Length(normalizeText(text)) <= maxBytes;
}

/** The longest prefix of whole code points that is at most `maxBytes` UTF-8 bytes. `text` must be well formed. */
export function utf8Prefix(text: string, maxBytes: number): string {
  let bytes = 0;
  let end = 0;
  while (end < text.length) {
    const point = text.codePointAt(end) ?? 0;
    bytes += utf8Width(point);
    if (bytes > maxBytes) break;
    end += point > 0xffff ? 2 : 1;
  }
  return text.slice(0, end);
}

function utf8Width(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x800) return 2;
  return point < 0x10000 ? 3 : 4;
}

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;
