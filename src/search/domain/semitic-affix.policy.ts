/** القاهرة and بالقاهرة are قاهرة with its article; the letters that spelling confuses at a word's end are one. */
export function stemArabic(word: string): string {
  if (!ARABIC.test(word)) return word;
  return word.replace(/[ةى]$/u, (letter) => (letter === "ة" ? "ه" : "ي")).replace(ARTICLE, "");
}

const ARABIC = /^[\u0621-\u064a]+$/u;
/** With the one-letter conjunctions and prepositions before it; لل is ل and the article. Three letters must remain. */
const ARTICLE = /^(?:[وفبكل]?ال|ولل|لل)(?=.{3})/u;

/** The word after one of the prefixes the, and, in, to, as, from, that; it may be none, so the whole counts too. */
export function withoutHebrewPrefix(word: string): string | undefined {
  return HEBREW_PREFIXED.test(word) ? word.slice(1) : undefined;
}

const HEBREW_PREFIXED = /^[הובלכמש][\u05d0-\u05ea]{3,}$/u;
