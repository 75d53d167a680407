import { sha256 } from "../../kernel/canonical-json.js";
import { utf8Length, utf8Prefix } from "../../kernel/unicode.js";
import { bearingOf } from "./everyday-words.policy.js";
import { isFunctionGram, isFunctionWord } from "./function-words.policy.js";
import type { Bearing, QueryTerm, QueryTermKind, TextAnalysis } from "./search.types.js";
import { tokenize, type Token, type TokenKind } from "./tokens.policy.js";

/**
 * Raise it with any change to what `analyze` answers or to what is indexed: it makes every scope's index rebuild, all
 * collections together. 2: retired texts are indexed.
 */
export const ANALYZER_VERSION = 2;
export const MAX_TERM_BYTES = 64;

/** The terms of an entry. Linear in the length of the text, total: any string has an analysis. */
export function analyze(text: string): TextAnalysis {
  const terms = new Map<string, number>();
  let words = 0;
  let grams = 0;
  for (const token of tokenize(text)) {
    if (token.kind === "lone") continue;
    const term = storedTerm(token.term);
    terms.set(term, (terms.get(term) ?? 0) + 1);
    if (token.kind === "gram") grams++;
    else if (token.kind === "symbol" || (token.kind === "word" && !isFunctionWord(token.surface))) words++;
  }
  return { terms, length: words + Math.ceil(grams / 2) };
}

/** How many words of a text are more than grammar; of scripts without spaces, about. */
export function informativeWords(text: string): number {
  return analyze(text).length;
}

/** The distinct terms of a query in order: each exact one is a term `analyze` would give for the same words. */
export function analyzeQuery(text: string): readonly QueryTerm[] {
  const terms = new Map<string, QueryTerm>();
  for (const token of tokenize(text)) {
    const kind = QUERY_KIND[token.kind];
    if (kind === undefined) continue;
    const term = storedTerm(token.term);
    if (terms.has(term)) continue;
    const { ofWord } = token;
    terms.set(term, {
      kind,
      term,
      isFunctionWord: isFunction(token),
      bearing: bearing(token),
      partOf: partOf(token),
      ofWord,
    });
  }
  return [...terms.values()];
}

/** The last character of a run says nothing its gram does not; alone it is also lone. */
const QUERY_KIND: Readonly<Record<TokenKind, QueryTermKind | undefined>> = {
  word: "word",
  compound: "compound",
  code: "code",
  gram: "gram",
  tail: undefined,
  lone: "prefix",
  symbol: "symbol",
  variant: "variant",
};

function isFunction(token: Token): boolean {
  if (token.kind === "gram" || token.kind === "lone") return isFunctionGram(token.term);
  return token.kind === "word" && isFunctionWord(token.surface);
}

/** Within an identifier every word is a name. */
const bearing = ({ term, partOf }: Token): Bearing => (partOf === undefined ? bearingOf(term) : "telling");

const partOf = (token: Token): string | undefined =>
  token.partOf === undefined ? undefined : storedTerm(token.partOf);

/** Long terms keep their head, for the reader of the table, and the hash of the whole, so that they stay distinct. */
function storedTerm(term: string): string {
  if (term.length * 3 <= MAX_TERM_BYTES || utf8Length(term) <= MAX_TERM_BYTES) return term;
  return `${utf8Prefix(term, MAX_TERM_BYTES - HASH_DIGITS)}${sha256(term).toString("hex").slice(0, HASH_DIGITS)}`;
}

const HASH_DIGITS = 16;
