/**
 * The body of a provider's answer with `usage` in a form that its client can read. What a provider counts is of interest to
 * metrics alone, so nothing that stands there may cost the answer: what is no count becomes 0. A body that is no JSON object,
 * or has nothing to mend, is the same text.
 */
export function withReadableUsage(body: string): string {
  const answer = parsed(body);
  if (!isObject(answer) || answer["usage"] === undefined || isReadable(answer["usage"])) return body;
  return JSON.stringify({ ...answer, usage: mended(answer["usage"]) });
}

const COUNTS = ["prompt_tokens", "completion_tokens", "total_tokens"] as const;

/** Only what is plain, so that the large answers of usual providers are not written anew. */
function isReadable(usage: unknown): boolean {
  if (!isObject(usage) || !isCount(usage["prompt_tokens"])) return false;
  return Object.entries(usage).every(([name, value]) => COUNTS.some((count) => count === name) && isCount(value));
}

function mended(usage: unknown): Readonly<Record<string, number>> {
  const given = isObject(usage) ? usage : {};
  return Object.fromEntries(COUNTS.map((name) => [name, isCount(given[name]) ? given[name] : 0]));
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
