import type { ErrorObject } from "ajv";

import type { FieldProblem } from "../../../kernel/domain-error.js";

/** What the whole body is called when it is not even an object. */
export const BODY = "body";

/**
 * A caller's key as it may stand in an answer and in a log: at most 64 printable ASCII characters, others shown as `?`.
 */
export function printableKey(key: string): string {
  return Array.from(key.slice(0, 128))
    .slice(0, 64)
    .map((character) => (/^[\x20-\x7e]$/u.test(character) ? character : "?"))
    .join("");
}

/** `["citation", "memory_ref", "revision"]` as `citation.memory_ref.revision`; no segment at all is the body. */
export function dottedPath(segments: readonly string[]): string {
  return segments.length === 0 ? BODY : segments.map(printableKey).join(".");
}

/** What ajv found, in the words of the contract: each field and what is wrong with it, never a value. */
export function problemsOf(errors: readonly ErrorObject[] | null | undefined): readonly FieldProblem[] {
  return (errors ?? []).map(problemOf);
}

function problemOf(error: ErrorObject): FieldProblem {
  const path = error.instancePath.split("/").slice(1).map(unescapePointer);
  const params = error.params as Readonly<Record<string, unknown>>;
  if (error.keyword === "required") return problem([...path, String(params["missingProperty"])], "is required");
  if (error.keyword === "additionalProperties") {
    return problem([...path, String(params["additionalProperty"])], "is not a field of this request");
  }
  return problem(path, PHRASES[error.keyword]?.(params) ?? "is not valid");
}

type Phrase = (params: Readonly<Record<string, unknown>>) => string;

const PHRASES: Readonly<Record<string, Phrase>> = {
  type: ({ type }) => `must be ${[type].flat().map(typeName).join(" or ")}`,
  minLength: ({ limit }) => `must have at least ${count(limit, "character")}`,
  maxLength: ({ limit }) => `must have at most ${count(limit, "character")}`,
  minItems: ({ limit }) => `must have at least ${count(limit, "item")}`,
  maxItems: ({ limit }) => `must have at most ${count(limit, "item")}`,
  minimum: ({ limit }) => `must be at least ${String(limit)}`,
  maximum: ({ limit }) => `must be at most ${String(limit)}`,
  enum: ({ allowedValues }) => `must be one of ${[allowedValues].flat().map(String).join(", ")}`,
  const: ({ allowedValue }) => `must be ${String(allowedValue)}`,
  pattern: ({ pattern }) => (pattern === "\\S" ? "must not be blank" : "must be printable ASCII without spaces"),
};

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: "a string",
  integer: "an integer",
  number: "a number",
  boolean: "true or false",
  object: "an object",
  array: "an array",
};

const typeName = (type: unknown): string => TYPE_NAMES[String(type)] ?? String(type);
const count = (limit: unknown, thing: string): string => `${String(limit)} ${thing}${limit === 1 ? "" : "s"}`;
const problem = (path: readonly string[], text: string): FieldProblem => ({ field: dottedPath(path), problem: text });
const unescapePointer = (segment: string): string => segment.replaceAll("~1", "/").replaceAll("~0", "~");
