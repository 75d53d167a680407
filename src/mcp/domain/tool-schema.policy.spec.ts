import { type JsonSchema, toolSchema } from "./tool-schema.policy.js";

const ref = (name: string, more: JsonSchema = {}) => ({ $ref: `#/components/schemas/${name}`, ...more });

const object = (properties: Readonly<Record<string, JsonSchema>>) => ({
  type: "object",
  additionalProperties: false,
  required: Object.keys(properties),
  properties,
});

const COMPONENTS = {
  Name: { type: "string", maxLength: 8, description: "A name." },
  Alias: ref("Name", { description: "Another name." }),
  Point: object({ x: { type: "integer" } }),
};

const schemaOf = (property: JsonSchema, nulls: "kept" | "left-out" = "kept") => {
  const whole = toolSchema("Whole", { ...COMPONENTS, Whole: object({ property }) }, nulls);
  return (whole["properties"] as Record<string, JsonSchema>)["property"];
};

describe("toolSchema", () => {
  it("keeps an object that refers to nothing as it is", () => {
    expect(toolSchema("Point", COMPONENTS, "kept")).toEqual(COMPONENTS.Point);
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    ["a reference", ref("Name"), { type: "string", maxLength: 8, description: "A name." }],
    ["a reference to a reference", ref("Alias"), { type: "string", maxLength: 8, description: "Another name." }],
    [
      "a reference with a description of its own",
      ref("Alias", { description: "Mine." }),
      { type: "string", maxLength: 8, description: "Mine." },
    ],
    [
      "a reference in a list",
      { type: "array", items: ref("Name") },
      { type: "array", items: { type: "string", maxLength: 8, description: "A name." } },
    ],
    ["an object in an object", object({ inner: ref("Point") }), object({ inner: COMPONENTS.Point })],
  ])("puts in its place what %s refers to", (_what, property, expected) => {
    expect(schemaOf(property)).toEqual(expected);
  });

  it.each<[string, JsonSchema, JsonSchema]>([
    [
      "a list of types",
      { type: ["integer", "null"], minimum: 1, description: "A number." },
      { type: "integer", minimum: 1, description: "A number." },
    ],
    [
      "a component or null",
      { oneOf: [ref("Name"), { type: "null" }], description: "Mine." },
      { type: "string", maxLength: 8, description: "Mine." },
    ],
    ["an object or null", { oneOf: [{ type: "null" }, ref("Point")] }, COMPONENTS.Point],
  ])("says %s as a union without any key beside it, and as an input without null", (_what, property, something) => {
    expect(schemaOf(property, "kept")).toEqual({ anyOf: [something, { type: "null" }] });
    expect(schemaOf(property, "left-out")).toEqual(something);
  });

  it.each<[string, JsonSchema]>([
    ["two types", { type: ["integer", "string", "null"] }],
    ["two components", { oneOf: [ref("Name"), ref("Point")] }],
    ["any of them", { anyOf: [ref("Name"), ref("Point")] }],
    ["all of them", { allOf: [ref("Name"), { minLength: 1 }] }],
    ["a component that is not there", ref("Nothing")],
  ])("refuses %s, which no tool can say", (_what, property) => {
    expect(() => schemaOf(property)).toThrow(TypeError);
  });

  it("refuses a component that is no object or may be null", () => {
    expect(() => toolSchema("Name", COMPONENTS, "kept")).toThrow("Name is no object");
    const either = { oneOf: [ref("Point"), { type: "null" }] };
    expect(() => toolSchema("Either", { ...COMPONENTS, Either: either }, "kept")).toThrow("Either is no object");
  });
});
