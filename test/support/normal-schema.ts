import type { Json } from "./contract.js";

/** Words for people, which only the YAML has. */
const PROSE = new Set(["description", "title", "example", "examples"]);

/**
 * One form for the two ways in which our YAML and Nest write the same schema: `nullable` for a type beside null, an
 * `enum` for a `const`, a named object as a bare `$ref`, and every other named schema in place.
 */
export function normalSchema(schema: Json, schemas: Readonly<Record<string, Json>>): Json {
  const plain = unwrapped(schema, schemas);
  return Object.fromEntries(
    Object.entries(plain)
      .filter(([keyword, value]) => !PROSE.has(keyword) && value !== undefined)
      .map(([keyword, value]) => [keyword, normalValue(keyword, value, schemas)]),
  );
}

function unwrapped(schema: Json, schemas: Readonly<Record<string, Json>>): Json {
  const { $ref, allOf, oneOf, anyOf, type, const: only, ...rest } = schema;
  const beside = besideNull(oneOf) ?? besideNull(anyOf);
  const wrapped = single(allOf) ?? beside;
  if (typeof $ref === "string") return { ...rest, ...target($ref, schemas) };
  if (wrapped !== undefined) {
    const nullable = beside !== undefined || rest["nullable"] === true ? { nullable: true } : {};
    return { ...rest, ...unwrapped(wrapped, schemas), ...nullable };
  }
  return { ...schema, ...nullableType(type), ...(only === undefined ? {} : { const: undefined, enum: [only] }) };
}

function target(reference: string, schemas: Readonly<Record<string, Json>>): Json {
  const name = reference.replace("#/components/schemas/", "");
  const found = schemas[name];
  if (found === undefined) throw new Error(`nothing is named ${name}`);
  return isObject(found) ? { $ref: name } : unwrapped(found, schemas);
}

export const isObject = (schema: Json): boolean => schema["type"] === "object";

function single(allOf: unknown): Json | undefined {
  return Array.isArray(allOf) && allOf.length === 1 ? (allOf[0] as Json) : undefined;
}

function besideNull(either: unknown): Json | undefined {
  if (!Array.isArray(either) || either.length !== 2 || (either[1] as Json)["type"] !== "null") return undefined;
  return either[0] as Json;
}

function nullableType(type: unknown): Json {
  if (!Array.isArray(type)) return {};
  const [first, second] = type as string[];
  return type.length === 2 && second === "null" ? { type: first, nullable: true } : {};
}

function normalValue(keyword: string, value: unknown, schemas: Readonly<Record<string, Json>>): unknown {
  switch (keyword) {
    case "required":
      return [...(value as string[])].sort();
    case "enum":
      return (value as unknown[]).filter((word) => word !== null); // Nest repeats there what nullable says
    case "properties":
      return Object.fromEntries(
        Object.entries(value as Record<string, Json>).map(([name, property]) => [
          name,
          normalSchema(property, schemas),
        ]),
      );
    case "items":
    case "additionalProperties":
      return typeof value === "object" ? normalSchema(value as Json, schemas) : value;
    default:
      return value;
  }
}
