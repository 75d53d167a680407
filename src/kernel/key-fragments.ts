import { PRIVATE_KEY } from "./secret-shapes.js";

/** A part of a text. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * What a cut has left of private key blocks: an END line without its BEGIN, with the lines of the key before it, and lines of
 * a key that have neither. Blanks, quotes or escaped line breaks part the lines. Whole blocks are not looked at, nor those of
 * certificates, public keys, messages and signatures. Linear in the length of the text.
 */
export function keyFragments(text: string): readonly Span[] {
  const spans: Span[] = [];
  let lines: Line[] = [];
  let inside: "private" | "public" | undefined;
  for (const piece of piecesOf(text)) {
    if (piece.kind === "code") {
      lines.push(piece);
      continue;
    }
    if (inside === undefined) spans.push(...(piece.kind === "end" ? keyBefore(lines, piece) : keysAmong(lines)));
    lines = [];
    if (piece.kind === "begin") inside = piece.isPrivate ? "private" : "public";
    if (piece.kind === "end") inside = undefined;
  }
  return inside === undefined ? [...spans, ...keysAmong(lines)] : spans;
}

/** A word that base64 could have written, as most words could. */
interface Line extends Span {
  readonly kind: "code";
  readonly text: string;
  /** Nothing stands before it in the text. */
  readonly isFirst: boolean;
  /** Nothing stands before it on its line. */
  readonly isAlone: boolean;
}

interface Mark extends Span {
  readonly kind: "begin" | "end";
  readonly isPrivate: boolean;
}

type Piece = Line | Mark | { readonly kind: "text" };

const PIECE =
  /\\{1,4}[nrt]|-{4,5} ?(?<mark>BEGIN|END) (?<label>[A-Z0-9 ]{3,60}?) ?-{4,5}|(?<word>(?:(?!-{4,5} ?(?:BEGIN|END) |\\{1,4}[nrt])[^\s"'`])+)/giu;
const PRIVATE_LABEL = new RegExp(`^${PRIVATE_KEY}$`, "iu");
const CODE = /^=?[A-Za-z0-9+/]+={0,2}$/;

function* piecesOf(text: string): Generator<Piece> {
  let isFirst = true;
  for (const { 0: piece, index: from, groups } of text.matchAll(PIECE)) {
    const { mark, label = "", word } = groups ?? {};
    if (mark === undefined && word === undefined) continue;
    const to = from + piece.length;
    if (mark !== undefined) {
      const kind = mark.toLowerCase() === "begin" ? "begin" : "end";
      yield { kind, isPrivate: PRIVATE_LABEL.test(label), from, to };
    } else if (CODE.test(piece)) {
      const isAlone = isFirst || /[\n\r]$|\\[nr]$/u.test(text.slice(Math.max(0, from - 2), from));
      yield { kind: "code", text: piece, from, to, isFirst, isAlone };
    } else {
      yield { kind: "text" };
    }
    isFirst = false;
  }
}

/** Key files break their lines here: RFC 7468 and OpenSSH. */
const WIDTHS: readonly number[] = [64, 70];
const FEWEST = 48;
const MOST = 80;

const isFull = (line: Line | undefined): boolean =>
  line !== undefined &&
  line.text.length >= FEWEST &&
  line.text.length <= MOST &&
  [/[a-z]/, /[A-Z]/, /[0-9]/].every((one) => one.test(line.text));

/** The begin or end of a line, more likely than a word. */
const isRest = ({ text }: Line): boolean => /^=|=$/.test(text) || (text.length >= 8 && /[0-9+/]|[a-z][A-Z]/.test(text));

const restOf = (line: Line | undefined): Line | undefined => (line !== undefined && isRest(line) ? line : undefined);

/** An END line and what of the key stands before it. The END of another block has none. */
function keyBefore(lines: readonly Line[], end: Mark): readonly Span[] {
  if (!end.isPrivate) return [];
  const isLastOfKey = (line: Line): boolean => isRest(line) || line.isAlone || isFull(lines.at(-2));
  let from = end.from;
  for (const [index, line] of [...lines.entries()].reverse()) {
    const isOfKey = index === lines.length - 1 ? isLastOfKey(line) : isRest(line) || line.isFirst;
    if (!isOfKey) break;
    from = line.from;
  }
  return [{ from, to: end.to }];
}

/** Runs of lines of one width, or one line of a width that key files have, with what is left of the lines around them. */
function keysAmong(lines: readonly Line[]): readonly Span[] {
  const spans: Span[] = [];
  let untaken = 0;
  for (let index = 0; index < lines.length; index++) {
    const run = runFrom(lines, index);
    const [first, last] = [run[0], run.at(-1)];
    if (first === undefined || last === undefined) continue;
    const [start, end] = [index, index + run.length];
    index = end - 1;
    if (run.length === 1 && !WIDTHS.includes(first.text.length)) continue;
    const before = start > untaken ? lines[start - 1] : undefined;
    const after = restOf(lines[end]);
    spans.push({ from: (restOf(before) ?? first).from, to: (after ?? last).to });
    if (after !== undefined) index = end;
    untaken = index + 1;
  }
  return spans;
}

/** Full lines of the same width, from one of them on; none when it is not full. */
function runFrom(lines: readonly Line[], from: number): readonly Line[] {
  const width = lines[from]?.text.length;
  let to = from;
  while (isFull(lines[to]) && lines[to]?.text.length === width) to++;
  return lines.slice(from, to);
}
