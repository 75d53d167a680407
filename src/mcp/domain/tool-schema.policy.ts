export type JsonSchema = Readonly<Record<string, unknown>>;

/** What becomes of "or null": an input leaves it out, because null there means absent; an output keeps it. */
export type Nulls = "left-out" | "kept";

/**
 * A component of the contract in the form that every host takes: no `$ref`, no list of types, no `oneOf`, no union at the
 * top, and a union of something and null that has no other key beside it (docs/adr/0019).
 *
 * @throws TypeError for a form that no tool has needed yet, so that a change of the contract shows at the start
 */
export function toolSchema(
  component: string,
  components: Readonly<Record<string, JsonSchema>>,
  nulls: Nulls,
): JsonSchema {
  const inline = (schema: JsonSchema): JsonSchema => {
    const whole = resolved(schema, components);
    const bare = withoutNull(whole, components);
    const told = mapped(bare ?? whole, inline);
    return bare === undefined || nulls === "left-out" ? told : { anyOf: [told, { type: "null" }] };
  };
  const schema = inline({ $ref: PREFIX + component });
  if (schema["type"] !== "object")
    throw new TypeError(`${component} is no object, and a tool takes and answers objects`);
  return schema;
}

const PREFIX = "#/components/schemas/";

/** What stands beside a reference wins over what is behind it: a field has a description of its own. */
function resolved(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): JsonSchema {
  const { $ref: reference, ...beside } = schema;
  if (typeof reference !== "string") return schema;
  const target = components[reference.slice(PREFIX.length)];
  if (target === undefined) throw new TypeError("the contract refers to a component that it does not have");
  return { ...resolved(target, components), ...beside };
}

/** The other half of "something or null"; undefined for a schema that does not take null. */
function withoutNull(schema: JsonSchema, components: Readonly<Record<string, JsonSchema>>): JsonSchema | undefined {
  const { type, oneOf, ...rest } = schema;
  if (Array.isArray(type)) return { type: onlyOne(type.filter((name) => name !== "null")), ...rest };
  if (oneOf === undefined) return undefined;
  const branches = (oneOf as readonly JsonSchema[]).filter((branch) => branch["type"] !== "null");
  return { ...resolved(onlyOne(branches), components), ...rest };
}

function onlyOne<T>(alternatives: readonly T[]): T {
  const [only, ...more] = alternatives;
  if (only === undefined || more.length > 0)
    throw new TypeError("a tool can say something or null, and no other union");
  return only;
}

function mapped(schema: JsonSchema, inline: (inner: JsonSchema) => JsonSchema): JsonSchema {
  if ("anyOf" in schema || "allOf" in schema)
    throw new TypeError("a tool can say something or null, and no other union");
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      if (keyword === "items") return [keyword, inline(value as JsonSchema)];
      if (keyword === "properties")
        return [keyword, mappedProperties(value as Readonly<Record<string, JsonSchema>>, inline)];
      return [keyword, value];
    }),
  );
}

function mappedProperties(
  properties: Readonly<Record<string, JsonSchema>>,
  inline: (inner: JsonSchema) => JsonSchema,
): Readonly<Record<string, JsonSchema>> {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, inline(schema)]));
}
