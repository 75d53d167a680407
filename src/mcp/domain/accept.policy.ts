/** The ranges that fit JSON, the closest first: the closest one that is named decides (RFC 9110, section 12.5.1). */
const RANGES = ["application/json", "application/*", "*/*"] as const;

/** Whether a caller with this Accept header takes an answer in JSON. Without the header everything is taken. */
export function acceptsJson(header: string | undefined): boolean {
  if (header === undefined || header.trim() === "") return true;
  const named = new Map(header.split(",").map(rangeOf));
  const closest = RANGES.find((range) => named.has(range));
  return closest !== undefined && named.get(closest) !== 0;
}

/** The range without its parameters, and its weight; one that cannot be read is that of a range which is wanted. */
function rangeOf(item: string): readonly [string, number] {
  const [range = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
  const weight = parameters.map((parameter) => /^q=(0(?:\.0{0,3})?)$/u.exec(parameter)).find((found) => found !== null);
  return [range, weight === undefined ? 1 : 0];
}
