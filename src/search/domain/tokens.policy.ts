import { foldCase, unifySpelling } from "./fold.policy.js";
import {
  compoundKind,
  contractionless,
  isOperatorName,
  ITEM_BREAK,
  joinSpelling,
  splitWord,
  WORD_BREAK,
} from "./compound.policy.js";
import { stem } from "./stem.policy.js";
import { withoutHebrewPrefix } from "./semitic-affix.policy.js";

/**
 * As in QueryTermKind, but for tail: the last character of a run of an unspaced script, and lone: a character that is
 * probably a word of its own, which only a query makes use of.
 */
export type TokenKind = "word" | "compound" | "code" | "gram" | "tail" | "lone" | "symbol" | "variant";

export interface Token {
  readonly kind: TokenKind;
  /** Folded and stemmed, not yet cut to the stored length. */
  readonly term: string;
  /** Folded but not stemmed, which is how function words are listed. */
  readonly surface: string;
  /** The innermost code token around this one. */
  readonly partOf?: string;
  /** As in QueryTerm. */
  readonly ofWord?: string;
}

/** The tokens of a text in order, a whole before its parts. Linear in the length of the text; never throws. */
export function tokenize(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const spelled = unifySpelling(text);
  if (ASCII.test(spelled)) {
    for (const chunk of spelled.match(ASCII_SCANNER) ?? []) pushChunk(tokens, chunk);
    return tokens;
  }
  for (const [, run, chunk, symbol] of spelled.matchAll(SCANNER)) {
    if (run !== undefined) pushRun(tokens, run);
    else if (chunk !== undefined) pushChunk(tokens, chunk);
    else if (symbol !== undefined) pushPlain(tokens, "symbol", symbol);
  }
  return tokens;
}

/** Scripts whose words are not set apart by spaces, or are (Hangul) but carry their particles with them. */
const UNSPACED =
  "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\p{Script=Bopomofo}\\p{Script=Yi}" +
  "\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}\\u30fc]";
const WORD = `(?:(?!${UNSPACED})[\\p{L}\\p{N}\\p{M}])+`;
const CONNECTOR = "(?:_+|::|->|[-./:\\\\@#&+~'\u2019])";
const SCANNER = new RegExp(
  `(${UNSPACED}+)|(${WORD}(?:${CONNECTOR}${WORD})*(?:\\+\\+|#)?)|(\\p{Extended_Pictographic})`,
  "gu",
);
/** What SCANNER finds in a text without other characters, in a tenth of the time. */
const ASCII_SCANNER = new RegExp(`[A-Za-z0-9]+(?:${CONNECTOR}[A-Za-z0-9]+)*(?:\\+\\+|#)?`, "g");
const ASCII = /^[\0-\x7f]*$/;

function pushRun(tokens: Token[], run: string): void {
  const ofWord = HANGUL_WORD.test(run) ? { ofWord: run } : {};
  let previous = "";
  for (const character of run) {
    const gram = previous + character;
    if (previous !== "") tokens.push({ kind: "gram", term: gram, surface: gram, ...ofWord });
    previous = character;
  }
  pushPlain(tokens, "tail", previous);
  for (const [character] of run.matchAll(LONE_CHARACTER)) pushPlain(tokens, "lone", character);
}

const HANGUL_WORD = /^\p{Script=Hangul}+$/u;
/** A run of one, or the 猫 of 猫は and うちの猫が: a Chinese character with nothing of its kind beside it. */
const LONE_CHARACTER = /^.$|(?<!\p{Script=Han})\p{Script=Han}(?!\p{Script=Han})/gu;

function pushPlain(tokens: Token[], kind: TokenKind, term: string): void {
  tokens.push({ kind, term, surface: term });
}

/** A chunk is a path of items, an item is made of words, a word may hold camel-case parts. Each level is a term of its own. */
function pushChunk(tokens: Token[], chunk: string): void {
  if (PROSE_WORD.test(chunk)) {
    pushWord(tokens, chunk.toLowerCase(), undefined);
    return;
  }
  const plain = contractionless(chunk);
  const items = plain.split(ITEM_BREAK).filter((item) => item !== "");
  const whole = items.length > 1 ? pushWhole(tokens, foldCase(plain), plain) : undefined;
  for (const item of items) pushItem(tokens, item, whole);
}

/** Most words; nothing in them is to be taken apart. */
const PROSE_WORD = /^[A-Za-z]?[a-z]*$/;

function pushItem(tokens: Token[], item: string, around: string | undefined): void {
  const words = item.split(WORD_BREAK).filter((word) => word !== "");
  const isWhole = words.length > 1 || isOperatorName(item);
  const whole = isWhole ? pushWhole(tokens, stem(foldCase(joinSpelling(item))), item, around) : around;
  for (const word of words) pushCasedWord(tokens, word, whole);
}

function pushCasedWord(tokens: Token[], word: string, around: string | undefined): void {
  const parts = splitWord(word);
  const isWhole = parts[0] !== word;
  const whole = isWhole ? pushWhole(tokens, stem(foldCase(word)), word, around) : around;
  for (const part of parts) pushWord(tokens, foldCase(part), whole);
}

function pushWord(tokens: Token[], surface: string, partOf: string | undefined): void {
  const token: Token = { kind: "word", term: stem(surface), surface };
  const variant = withoutHebrewPrefix(surface);
  if (partOf !== undefined) tokens.push({ ...token, partOf });
  else if (variant === undefined) tokens.push(token);
  else
    tokens.push({ ...token, ofWord: surface }, { kind: "variant", term: variant, surface: variant, ofWord: surface });
}

/** Answers what the parts are part of. */
function pushWhole(tokens: Token[], term: string, shape: string, around?: string): string | undefined {
  const kind = compoundKind(shape);
  tokens.push({ kind, term, surface: term, ...(around === undefined ? {} : { partOf: around }) });
  return kind === "code" ? term : around;
}
