import { utf8Length, utf8Prefix } from "../../kernel/unicode.js";

/** What one call of a model is given to read at most. */
export const WINDOW_BYTES = 96 * 1024;

export interface SizedSource {
  readonly position: number;
  /** UTF-8 bytes of the content. */
  readonly bytes: number;
}

/** A run of the journal: the Sources after `after`, up to and including `through`. */
export interface SourceWindow {
  readonly after: number;
  readonly through: number;
  readonly sources: number;
}

/** How many Sources a window may hold: half as many after each failure, so that one that cannot be read ends up alone. */
export function mostSources(limit: number, failures: number): number {
  return Math.max(1, Math.floor(limit / 2 ** failures));
}

/**
 * The next Sources that fit a window by number and bytes. The first is always taken, however large; none only when nothing
 * is pending.
 *
 * @param pending ascending by position, without holes, strictly after `after`
 */
export function nextWindow(
  after: number,
  pending: readonly SizedSource[],
  most: { readonly sources: number; readonly bytes: number },
): SourceWindow | undefined {
  let bytes = 0;
  let sources = 0;
  for (const source of pending.slice(0, most.sources)) {
    bytes += source.bytes;
    if (sources > 0 && bytes > most.bytes) break;
    sources += 1;
  }
  const last = pending[sources - 1];
  return last && { after, through: last.position, sources };
}

/**
 * The pieces of a text in order, each at most `maxBytes` of UTF-8: cut after a line where one ends in a piece's second half,
 * else between two code points. `text` must be well formed.
 */
export function partsOf(text: string, maxBytes: number): readonly string[] {
  const parts: string[] = [];
  let rest = text;
  while (utf8Length(rest) > maxBytes) {
    const whole = utf8Prefix(rest, maxBytes);
    const line = whole.lastIndexOf("\n") + 1;
    const part = line > whole.length / 2 ? whole.slice(0, line) : whole;
    parts.push(part);
    rest = rest.slice(part.length);
  }
  return [...parts, rest];
}
