import type { Bounds, Schema } from "./contract.types.js";

type Of<Kind extends string> = Extract<Schema, { readonly kind: Kind }>;
type Fields = Readonly<Record<string, unknown>>;

/**
 * What is wrong first with a parsed JSON value, as `<dotted path>: <problem>`; undefined when it is what the schema says.
 * Repeats nothing of the value: elements are `[]`, keys of a map `*`, and an unknown field is not named.
 */
export function problemOf(value: unknown, schema: Schema, path = ""): string | undefined {
  switch (schema.kind) {
    case "object":
      return problemOfObject(value, schema, path);
    case "map":
      return isObject(value)
        ? firstProblem(Object.values(value), schema.values, `${path}.*`)
        : problem(path, "is not an object");
    case "array":
      return problemOfArray(value, schema, path);
    case "nullable":
      return value === null ? undefined : problemOf(value, schema.value, path);
    case "anything":
      return undefined;
    default:
      return problemOfScalar(value, schema, path);
  }
}

function problemOfObject(value: unknown, { fields }: Of<"object">, path: string): string | undefined {
  if (!isObject(value)) return problem(path, "is not an object");
  for (const [name, schema] of Object.entries(fields)) {
    const inner = path === "" ? name : `${path}.${name}`;
    const found = Object.hasOwn(value, name) ? problemOf(value[name], schema, inner) : problem(inner, "is missing");
    if (found !== undefined) return found;
  }
  const isClosed = Object.keys(value).length === Object.keys(fields).length;
  return isClosed ? undefined : problem(path, "has a field that the contract does not know");
}

function problemOfArray(value: unknown, schema: Of<"array">, path: string): string | undefined {
  if (!Array.isArray(value)) return problem(path, "is not an array");
  const found = outOf(schema, value.length, path) ?? firstProblem(value, schema.items, `${path}[]`);
  if (found !== undefined || schema.unique !== true) return found;
  return new Set(value.map(canonical)).size === value.length ? undefined : problem(path, "has an item twice");
}

type Scalar = Exclude<Schema, Of<"object" | "map" | "array" | "nullable" | "anything">>;

function problemOfScalar(value: unknown, schema: Scalar, path: string): string | undefined {
  switch (schema.kind) {
    case "string":
      return problemOfString(value, schema, path);
    case "integer":
      return Number.isInteger(value) ? outOf(schema, Number(value), path) : problem(path, "is not an integer");
    case "number":
      return typeof value === "number" ? outOf(schema, value, path) : problem(path, "is not a number");
    case "values":
      return schema.values.some((listed) => listed === value) ? undefined : problem(path, "is not a listed value");
    case "boolean":
      return typeof value === "boolean" ? undefined : problem(path, "is not a boolean");
  }
}

function problemOfString(value: unknown, schema: Of<"string">, path: string): string | undefined {
  if (typeof value !== "string") return problem(path, "is not a string");
  const found = outOf(schema, codePoints(value), path);
  if (found !== undefined || schema.pattern === undefined) return found;
  return schema.pattern.test(value) ? undefined : problem(path, "has not the form the contract says");
}

function firstProblem(values: readonly unknown[], schema: Schema, path: string): string | undefined {
  for (const value of values) {
    const found = problemOf(value, schema, path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function outOf({ min = -Infinity, max = Infinity }: Bounds, size: number, path: string): string | undefined {
  return size >= min && size <= max ? undefined : problem(path, "is out of its bounds");
}

const problem = (path: string, what: string): string => `${path === "" ? "the body" : path}: ${what}`;

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Lengths of the contract are code points: a pair of surrogates counts once. */
function codePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** Equal for equal JSON values, in whichever order their fields stand. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    isObject(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([left], [right]) => (left < right ? -1 : 1)))
      : inner,
  );
}

/**
 * Whether a string in a parsed JSON value, keys included, holds half a surrogate pair, which only an escape can bring into
 * it. Walks with a list of its own: a hostile answer may be nested deeper than calls can be.
 */
export function hasLoneSurrogate(root: unknown): boolean {
  const waiting: unknown[] = [root];
  while (waiting.length > 0) {
    const value = waiting.pop();
    if (typeof value === "string" && !value.isWellFormed()) return true;
    if (typeof value !== "object" || value === null) continue;
    for (const [key, inner] of Object.entries(value)) waiting.push(key, inner);
  }
  return false;
}
