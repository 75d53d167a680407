const SUBJECTS = [
  "The checkout service",
  "The billing exporter",
  "The mobile client",
  "The nightly backup",
  "The search gateway",
  "The invoice renderer",
  "The login page",
  "The message broker",
  "The image resizer",
  "The audit trail",
  "The feature switchboard",
  "The translation bundle",
  "The warehouse importer",
];
const HABITS = [
  "keeps its settings in the vault",
  "was rewritten in Rust last winter",
  "needs two approvals before a merge",
  "retries every failed call three times",
  "writes its logs as JSON lines",
  "runs on the Frankfurt cluster",
  "has an owner in the Lisbon office",
  "is covered by the synthetic monitor",
  "drops events older than a week",
  "shares its certificate with the proxy",
  "must not be restarted on payday",
  "caches answers for ninety seconds",
  "still depends on the legacy directory",
  "refuses uploads above ten megabytes",
];

/** Distinct plain sentences as a team would keep them, the same ones at every run. @param count at most 182 */
export function teamFacts(count: number): readonly string[] {
  const all = HABITS.flatMap((habit) => SUBJECTS.map((subject) => `${subject} ${habit}.`));
  if (count > all.length) throw new RangeError(`there are ${String(all.length)} facts`);
  return all.slice(0, count);
}
