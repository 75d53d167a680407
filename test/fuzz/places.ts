import { contract, type Json } from "../support/contract.js";

/** A value inside a body, with what the contract says of it; without for what it says nothing of. */
export interface Place {
  readonly path: readonly (string | number)[];
  readonly value: unknown;
  readonly schema: Json | undefined;
}

/** Every value in a body, the body itself first. */
export function placesIn(body: unknown, schema: Json | undefined): readonly Place[] {
  const whole: Place = { path: [], value: body, schema: schema && plain(schema, body) };
  return [whole, ...inside(whole)];
}

function inside(place: Place): readonly Place[] {
  const { value, path, schema } = place;
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const told = Array.isArray(value) ? schema?.["items"] : propertiesOf(schema)[key];
    const at = { path: [...path, Array.isArray(value) ? Number(key) : key], value: inner as unknown };
    const found: Place = { ...at, schema: told === undefined ? undefined : plain(told as Json, inner) };
    return [found, ...inside(found)];
  });
}

export function propertiesOf(schema: Json | undefined): Readonly<Record<string, Json>> {
  return (schema?.["properties"] ?? {}) as Readonly<Record<string, Json>>;
}

/** Without references, and of "something or null" the something. */
function plain(schema: Json, value: unknown): Json {
  if (typeof schema["$ref"] === "string") {
    return plain(contract.components.schemas[schema["$ref"].split("/").pop() ?? ""] ?? {}, value);
  }
  const branches = schema["oneOf"] as readonly Json[] | undefined;
  return branches === undefined ? schema : plain(branches.find(({ type }) => type !== "null") ?? {}, value);
}

/** The body with another value in that place; `undefined` takes it away. */
export function withValueAt(body: unknown, path: Place["path"], value: unknown): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return value;
  const inner = (body as Readonly<Record<string, unknown>>)[key];
  const next = withValueAt(inner, rest, value);
  if (Array.isArray(body)) {
    const items = body as readonly unknown[];
    return next === undefined
      ? items.filter((_, at) => at !== key)
      : items.map((item, at) => (at === key ? next : item));
  }
  const kept = Object.entries(body as object).filter(([name]) => name !== key);
  // Not by assignment: a key may be `__proto__`.
  return Object.fromEntries(next === undefined ? kept : [...kept, [key, next]]);
}
