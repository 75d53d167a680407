import fc from "fast-check";

import { contract, type Json } from "./contract.js";

/** Characters that lengths, normal forms and white space are got wrong with. */
const character = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom(
      "a",
      "Z",
      "0",
      " ",
      "é",
      "e\u0301",
      "漢",
      "가",
      "😀",
      "𠮷",
      "\ufb2c",
      "\u200d",
      "\ufeff",
      "\u3000",
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: "binary", minLength: 1, maxLength: 1 }) },
);

/** Values that mostly satisfy a schema of the contract and sometimes nearly. Of so many texts one is as long as it may be, or nearly. */
export function arbitraryOf(schema: Json, oneLongIn = 4): fc.Arbitrary<unknown> {
  if (typeof schema["$ref"] === "string")
    return arbitraryOf(contract.components.schemas[schema["$ref"].split("/").pop()!]!, oneLongIn);
  if (Array.isArray(schema["oneOf"])) {
    return fc.oneof(...(schema["oneOf"] as Json[]).map((branch) => arbitraryOf(branch, oneLongIn)));
  }
  if ("const" in schema) return fc.constant(schema["const"]);
  if (Array.isArray(schema["enum"])) return fc.constantFrom(...(schema["enum"] as unknown[]));
  const [type, beside] = [schema["type"]].flat() as string[];
  const values = ofType(type!, schema, oneLongIn);
  return beside === "null" ? fc.option(values, { nil: null, freq: 4 }) : values;
}

function ofType(type: string, schema: Json, oneLongIn: number): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return ofString(schema, oneLongIn);
    case "integer":
      return fc.integer({ min: schema["minimum"] as number, max: schema["maximum"] as number });
    case "number":
      return fc.double({ min: schema["minimum"] as number, max: schema["maximum"] as number, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(arbitraryOf(schema["items"] as Json, oneLongIn), { maxLength: 3 });
    case "object":
      return ofObject(schema, oneLongIn);
    default:
      throw new Error(`no schema of the contract has the type ${type}`);
  }
}

function ofString(schema: Json, oneLongIn: number): fc.Arbitrary<string> {
  const max = (schema["maxLength"] as number | undefined) ?? 9000;
  if (schema["pattern"] === "^[\\x21-\\x7E]+$") {
    return fc.string({
      unit: fc.integer({ min: 0x21, max: 0x7e }).map((code) => String.fromCharCode(code)),
      minLength: 1,
      maxLength: max,
    });
  }
  const short = fc
    .array(character, { minLength: 0, maxLength: Math.min(max, 20) })
    .map((characters) => characters.join(""));
  const long = fc
    .tuple(character, fc.constantFrom(max, Math.floor(max / 2), Math.floor(max / 3)))
    .map(([one, times]) => `x${one.repeat(Math.max(0, Math.floor((times - 1) / Array.from(one).length)))}`);
  return fc.oneof({ weight: oneLongIn - 1, arbitrary: short }, { weight: 1, arbitrary: long });
}

function ofObject(schema: Json, oneLongIn: number): fc.Arbitrary<unknown> {
  const properties = schema["properties"] as Readonly<Record<string, Json>> | undefined;
  const others = schema["additionalProperties"];
  if (properties === undefined) {
    return fc.dictionary(
      fc.string(),
      typeof others === "object" ? arbitraryOf(others as Json, oneLongIn) : fc.jsonValue(),
    );
  }
  const fields = Object.fromEntries(
    Object.entries(properties).map(([name, property]) => [name, arbitraryOf(property, oneLongIn)]),
  );
  return fc.record(fields, { requiredKeys: (schema["required"] ?? []) as string[] });
}
