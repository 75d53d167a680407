import { FREQUENCY_CAP, PREFIX_TERMS } from "../domain/ranking.policy.js";

/** The terms of a prefix with their counts, as one text `count term,count term`: one row whatever it holds. */
export function frequencyList(rows: string, alias: string): string {
  return `(SELECT GROUP_CONCAT(CONCAT(n, ' ', term)) FROM (${rows}) ${alias})`;
}

/** The most frequent terms between two bounds, for the one character of a prefix. */
export function prefixRows(place: string, hint = ""): string {
  return `SELECT ${hint} p.term, COUNT(*) AS n FROM (${place}) place JOIN search_posting p
    ON p.scope_key = place.scope_key AND p.collection = place.collection AND p.term >= ? AND p.term < ?
    GROUP BY p.term ORDER BY n DESC, p.term LIMIT ${String(PREFIX_TERMS)}`;
}

/** Terms hold neither a space nor a comma, so the list splits back exactly. */
export function parseFrequencyList(list: string | null): readonly (readonly [string, number])[] {
  if (list === null || list === "") return [];
  return list.split(",").map((item) => {
    const space = item.indexOf(" ");
    return [item.slice(space + 1), Math.min(Number(item.slice(0, space)), FREQUENCY_CAP)] as const;
  });
}

/** The first text after all that begin with this one character, in code point order. */
export function endOfPrefix(character: string): string {
  const next = (character.codePointAt(0) ?? 0) + 1;
  return String.fromCodePoint(next);
}
