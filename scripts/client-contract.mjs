// The part of the contract that the TypeScript client checks answers by, as a TypeScript file. Called by generate-api.mjs.
import { parse } from "yaml";

/** Keywords that say nothing about which values are valid. */
const SILENT = ["description", "default"];
/** A newer server may know more codes than this client: a code is any name. */
const OPEN_COMPONENTS = { ErrorCode: { type: "string", minLength: 1 } };

/** @throws Error when the contract says something about an answer that the client cannot check. */
export function clientContract(yaml) {
  const { paths, components } = parse(yaml);
  const declared = new Map();
  const include = (name, within = []) => {
    if (within.includes(name)) throw new Error(`${name} contains itself, and the client checks without bound`);
    if (declared.has(name)) return;
    const schema = OPEN_COMPONENTS[name] ?? components.schemas[name];
    declared.set(name, `const ${name}: Schema = ${nodeOf(schema, (named) => include(named, [...within, name]))};`);
  };
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    ["get", "post"]
      .filter((method) => method in item)
      .map((method) => operationOf(path, method, item[method], include)),
  );
  include("ErrorResponse");
  return [
    'import type { Operation, Schema } from "../contract.types.js";',
    'import type { operations } from "./openapi.js";\n',
    ...declared.values(),
    `export const OPERATIONS: Readonly<Record<keyof operations, Operation>> = { ${operations.join(",\n")} };`,
    "export const REFUSAL = ErrorResponse;",
  ].join("\n");
}

/** The components under their own names, for whoever uses the client. */
export function wireTypes(yaml) {
  const names = Object.keys(parse(yaml).components.schemas);
  const types = names.map((name) => `export type ${name} = components["schemas"]["${name}"];`);
  return ['import type { components } from "./openapi.js";\n', ...types].join("\n");
}

/** Only what an operation says of its own: every other failure is an ErrorResponse, whatever its status. */
function operationOf(path, method, { operationId, responses }, include) {
  const answers = Object.entries(responses).flatMap(([status, { content }]) => {
    const name = content && componentOf(content["application/json"].schema.$ref);
    if (name === undefined) return [];
    include(name);
    return [`${status}: ${name}`];
  });
  return `${operationId}: { method: "${method.toUpperCase()}", path: "${path}", answers: { ${answers.join(", ")} } }`;
}

const componentOf = (reference) => reference.replace("#/components/schemas/", "");

/** The source text of a node, see src/client/contract.types.ts. Tells `include` the components it names. */
function nodeOf(schema, include) {
  const said = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !SILENT.includes(keyword)));
  const node = readNode(said, (inner) => nodeOf(inner, include), include);
  const unread = Object.keys(said).filter((keyword) => !(keyword in node.read));
  if (unread.length > 0) throw new Error(`the client cannot check ${unread.join(", ")} of ${JSON.stringify(said)}`);
  return node.text;
}

function readNode(schema, inner, include) {
  const { $ref, oneOf, type, enum: values, const: only } = schema;
  if ($ref !== undefined) {
    include(componentOf($ref));
    return { text: componentOf($ref), read: { $ref } };
  }
  if (oneOf !== undefined) return nullable(oneOf[0], oneOf[1]?.type === "null" && oneOf.length === 2, { oneOf }, inner);
  if (Array.isArray(type)) {
    const { type: _, ...rest } = schema;
    return nullable({ ...rest, type: type[0] }, type[1] === "null" && type.length === 2, schema, inner);
  }
  if (only !== undefined) return node({ kind: "values", values: [only] }, { type, const: only });
  if (values !== undefined) return node({ kind: "values", values }, { type, enum: values });
  return ofType(schema, inner);
}

function nullable(value, isOrNull, read, inner) {
  if (!isOrNull) throw new Error(`the client knows alternatives with null only, not ${JSON.stringify(read)}`);
  return { text: `{ kind: "nullable", value: ${inner(value)} }`, read };
}

function ofType(schema, inner) {
  const { type, minLength, maxLength, minimum, maximum, pattern, items, minItems, maxItems, uniqueItems } = schema;
  switch (type) {
    case "string": {
      const read = { type, minLength, maxLength, pattern };
      return node(
        { kind: type, min: minLength, max: maxLength },
        read,
        pattern && { pattern: new RegExp(pattern, "u") },
      );
    }
    case "integer":
    case "number":
      return node({ kind: type, min: minimum, max: maximum }, { type, minimum, maximum });
    case "boolean":
      return node({ kind: type }, { type });
    case "array":
      return node(
        { kind: type, min: minItems, max: maxItems, unique: uniqueItems },
        { type, items, minItems, maxItems, uniqueItems },
        { items: inner(items) },
      );
    case "object":
      return ofObject(schema, inner);
    default:
      throw new Error(`the client cannot check the type ${JSON.stringify(type)}`);
  }
}

function ofObject({ type, properties, required = [], additionalProperties }, inner) {
  const read = { type, properties, required, additionalProperties };
  if (properties === undefined) {
    const values = additionalProperties === true ? '{ kind: "anything" }' : inner(additionalProperties);
    return node({ kind: "map" }, read, { values });
  }
  const names = Object.keys(properties);
  if (additionalProperties !== false || required.length !== names.length)
    throw new Error(`an answer is a closed object of required fields, unlike {${names.join(", ")}}`);
  const fields = names.map((name) => `${JSON.stringify(name)}: ${inner(properties[name])}`);
  return node({ kind: "object" }, read, { fields: `{ ${fields.join(", ")} }` });
}

/** Plain members are written as JSON, those in `source` as they are. */
function node(plain, read, source = {}) {
  const members = Object.entries(plain).filter(([, value]) => value !== undefined);
  const written = members.map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const verbatim = Object.entries(source || {}).map(([name, text]) => `${name}: ${String(text)}`);
  return { text: `{ ${[...written, ...verbatim].join(", ")} }`, read };
}
