/** Between the steps of a path, a scope or an address. */
export const ITEM_BREAK = /::|->|[/:\\@]/u;
/** Between the words of one step. */
export const WORD_BREAK = /[_.\-#&+~'\u2019]+/u;

/** English clitics: `Alice's` is Alice, `we'll` is we, `don't` is dont. */
export function contractionless(chunk: string): string {
  return /['\u2019]/u.test(chunk) ? chunk.replace(CLITIC, "").replace(NEGATION, "$1t") : chunk;
}

const CLITIC = /['\u2019](?:s|re|ve|ll|d|m)(?![\p{L}\p{N}])/giu;
const NEGATION = /(n)['\u2019]t(?![\p{L}\p{N}])/giu;

/** One identifier in several spellings: `user_id`, `user-id`, `userId`. A dot stays, and numbers keep all: `20.04` is not 2004. */
export function joinSpelling(item: string): string {
  return /\p{L}/u.test(item) ? item.replace(/[-_'\u2019]+/gu, "") : item;
}

/** `c++`, `c#`: the sign is the name. */
export function isOperatorName(item: string): boolean {
  return /^\p{L}(?:\+\+|#)$/u.test(item);
}

/** The camel-case parts of a word and its letters apart from its digits: `HTTPServer` → HTTP, Server; `sha256` → sha, 256. */
export function splitWord(word: string): readonly string[] {
  if (!INNER_CHANGE.test(word) || ACRONYMS.test(word)) return [word];
  if (MEASURE.test(word)) return measured(word);
  const parts = word.match(WORD_PART) ?? [word];
  const hasLoneLetter = parts.some((part) => /^\p{L}$/u.test(part));
  return hasLoneLetter && /\p{N}/u.test(word) ? [word] : parts;
}

const INNER_CHANGE = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}|\p{L}\p{N}|\p{N}\p{L}/u;
/** `APIs` is a plural, not `AP` and `Is`. */
const ACRONYMS = /^\p{Lu}{2,}s$/u;
/** The number of `333m` and `10k` is asked for without its unit; that of `7th`, `3pm` and `8GB` says nothing without. */
function measured(word: string): readonly string[] {
  const [number = ""] = /^\p{N}+/u.exec(word) ?? [];
  return number.length > 1 ? [number] : [word];
}

const MEASURE = /^\p{N}+\p{L}{1,2}$/u;
const WORD_PART = /\p{N}+|\p{Lu}+(?!\p{Ll})|\p{Lu}?[^\p{Lu}\p{N}]+/gu;

/** code: written like an identifier, path or version (`snake_case`, `c.ts:42`, `v1.2`, `oceanbase-blue-116`), not like prose. */
export function compoundKind(shape: string): "code" | "compound" {
  if (!/\p{L}/u.test(shape)) return "compound";
  const isCode = CODE_SIGN.test(shape) || SEPARATED_TWICE.test(shape) || CASE_OR_DIGIT_INSIDE.test(shape);
  return isCode ? "code" : "compound";
}

const CODE_SIGN = /[_.:\\@#~]|->|\+\+/u;
const SEPARATED_TWICE = /[-/][^-/]+[-/]/u;
const CASE_OR_DIGIT_INSIDE = /\p{Ll}\p{Lu}|\p{L}[-/]?\p{N}/u;
