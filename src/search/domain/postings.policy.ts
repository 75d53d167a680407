import { analyze } from "./analyzer.policy.js";
import { impact } from "./ranking.policy.js";

/** What a text puts into the index: each of its terms with its integer weight there. */
export function postingsOf(text: string): readonly { readonly term: string; readonly impact: number }[] {
  const { terms, length } = analyze(text);
  return [...terms].map(([term, frequency]) => ({ term, impact: impact(frequency, length) }));
}
