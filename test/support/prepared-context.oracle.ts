/**
 * The truncation rules of RFC 0028 written the slow way, sharing no code with the builder: every prefix is tried,
 * longest first, and every code point is escaped by itself.
 */
export interface NaiveItem {
  readonly content: string;
  readonly truncated: boolean;
}

/** @param room bytes left for the escaped content of an item whose flag reads `false` */
export function naiveItem(text: string, room: number): NaiveItem | undefined {
  if (bytes(text) <= 2000 && escapedBytes(text) <= room) return { content: text, truncated: false };
  const points = Array.from(text);
  for (let length = points.length - 1; length >= 0; length--) {
    const content = `${points.slice(0, length).join("")}…`;
    if (bytes(content) < 64) return undefined;
    if (bytes(content) <= 2000 && escapedBytes(content) <= room + 1) return { content, truncated: true };
  }
  return undefined;
}

const bytes = (text: string): number => Buffer.byteLength(text, "utf8");

function escapedBytes(text: string): number {
  let total = 0;
  for (const point of text) total += escapedWidth(point);
  return total;
}

function escapedWidth(point: string): number {
  const code = point.codePointAt(0) ?? 0;
  if ('"\\\b\f\n\r\t'.includes(point)) return 2;
  if (code < 0x20 || isSurrogate(code)) return 6;
  return isInvisible(code) ? 6 * point.length : bytes(point);
}

const isSurrogate = (code: number): boolean => code >= 0xd800 && code <= 0xdfff;

/** From the contract's list, one entry a line. */
function isInvisible(code: number): boolean {
  const ranges: readonly (readonly [number, number])[] = [
    [0x7f, 0x7f],
    [0x80, 0x9f],
    [0x61c, 0x61c],
    [0x2028, 0x2028],
    [0x2029, 0x2029],
    [0x202a, 0x202e],
    [0x2066, 0x2069],
    [0x200b, 0x200b],
    [0x200e, 0x200f],
    [0x2060, 0x2064],
    [0xfeff, 0xfeff],
    [0xe0000, 0xe007f],
  ];
  return ranges.some(([first, last]) => code >= first && code <= last);
}
