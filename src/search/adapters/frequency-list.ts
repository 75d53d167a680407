import { FREQUENCY_CAP, PREFIX_TERMS } from "../domain/ranking.policy.js";

/** The terms of a prefix with their counts, as one text `count term,count term`: one row whatever it holds. */
export function frequencyList(rows: string, alias: string): string {
  return `(SELECT GROUP_CONCAT(CONCAT(n, ' ', term)) FROM (${rows}) ${alias})`;
}

/** The most frequent terms between two bounds, for the one character of a prefix. */
export const PREFIX_ROWS = `SELECT term, COUNT(*) AS n FROM search_posting
  WHERE scope_key = ? AND collection = ? AND term >= ? AND term < ?
  GROUP BY term ORDER BY n DESC, term LIMIT ${String(PREFIX_TERMS)}`;

/** Terms hold neither a space nor a comma, so the list splits back exactly. */
export function parseFrequencyList(list: number | string | null | undefined): readonly (readonly [string, number])[] {
  if (typeof list !== "string") return [];
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
