import { raw } from "./json-text.js";
import { type Place, placesIn, propertiesOf, withValueAt } from "./places.js";
import type { Json } from "../support/contract.js";
import { SENTINEL } from "./words.js";

/** Which value inside a body is altered, and in which of the ways it can be; both modulo what there is. */
export interface Alteration {
  readonly place: number;
  readonly way: number;
}

/** The body with one value of it broken, at an edge, or of another kind. */
export function altered(body: unknown, schema: Json | undefined, { place, way }: Alteration): unknown {
  const places = placesIn(body, schema);
  const chosen = places[place % places.length];
  if (chosen === undefined) return body;
  const ways = waysOf(chosen);
  return withValueAt(body, chosen.path, ways[way % ways.length]);
}

const GONE = undefined;
const MAX = Number.MAX_SAFE_INTEGER;
const BLANKS = ["", " ", "\t\n\r ", "\u3000\ufeff\u00a0", "\u200b"];
/** Numbers as they can be written, of which a decoder makes infinities, other numbers, or the same in another form. */
const NUMERALS = [
  "9007199254740992",
  "-9007199254740993",
  "1e400",
  "1e308",
  "-0",
  "1.0",
  "1E2",
  "2.5",
  "1e-7",
  "5e-324",
];
const NO_NUMERALS = ["NaN", "Infinity", "0x10", "01", "+1", "1.", ".5", "1_000", "undefined", "'a'"];
const ODD_TEXTS = [
  raw('"\\ud800"'),
  raw('"a\\udc00b"'),
  raw('"\\u0000"'),
  "\u0000",
  "\u0085\u2028\u2029",
  "a\u0301".repeat(40),
  "\u202eabc\u202c",
  `${SENTINEL}'; DROP TABLE scope; --`,
  "%00%ff${7*7}{{7*7}}",
  "\\u0000\\",
  "x".repeat(300_000),
];

function waysOf(place: Place): readonly unknown[] {
  const any = [GONE, null, SENTINEL, 0, -1, 1.5, true, false, [], {}, [place.value], { another: place.value }];
  const nested = [64, 65, 66, 2_000].map((levels) => deep(levels));
  return [...any, ...nested, ...[...NUMERALS, ...NO_NUMERALS].map(raw), ...ODD_TEXTS, ...edgesOf(place)];
}

function edgesOf(place: Place): readonly unknown[] {
  const { schema = {}, value } = place;
  if (Array.isArray(schema["enum"])) return enumEdges(schema["enum"] as readonly unknown[]);
  if (Array.isArray(value)) return listEdges(value, schema);
  if (typeof value === "object" && value !== null) return objectEdges(value, schema);
  if (typeof value === "string") return textEdges(value, schema);
  return typeof value === "number" ? numberEdges(value, schema) : [];
}

function enumEdges(values: readonly unknown[]): readonly unknown[] {
  return [...values, ...values.map((value) => (typeof value === "string" ? value.toUpperCase() : "null")), "", "all"];
}

function textEdges(value: string, schema: Json): readonly unknown[] {
  const max = (schema["maxLength"] as number | undefined) ?? 8_192;
  const lengths = ["a", "\u{1f98a}", "\u6f22", "e\u0301", "\u0958"].flatMap((unit) => {
    const whole = unit.repeat(Math.ceil((max + 2) / Array.from(unit).length));
    const points = Array.from(whole);
    return [points.slice(0, max).join(""), points.slice(0, max + 1).join("")];
  });
  return [...BLANKS, ...lengths, ` ${value} `, `${value}\n`, value.toUpperCase(), value.slice(1)];
}

function numberEdges(value: number, schema: Json): readonly unknown[] {
  const { minimum = 0, maximum = MAX } = schema as { readonly minimum?: number; readonly maximum?: number };
  const below = maximum === MAX ? raw("9007199254740992") : maximum + 1;
  return [
    minimum - 1,
    minimum,
    minimum + 1,
    maximum - 1,
    maximum,
    below,
    String(value),
    value + 0.5,
    -value,
    value + 1,
  ];
}

function listEdges(value: readonly unknown[], schema: Json): readonly unknown[] {
  const max = (schema["maxItems"] as number | undefined) ?? 32;
  const of = (count: number): readonly unknown[] => Array.from({ length: count }, () => value[0] ?? SENTINEL);
  return [of(max), of(max + 1), of(2), of(10_000), [null], [[]], [...value, null], [...value, {}]];
}

/** Keys that objects of JavaScript have already, and one that only differs from a known one in its case. */
const OTHER_KEYS = ["__proto__", "constructor", "toString", "", "a.b", "extra", "\u0000", "x".repeat(1_000)];

function objectEdges(value: object, schema: Json): readonly unknown[] {
  const known = Object.keys(propertiesOf(schema));
  const keys = [...OTHER_KEYS, ...known.map((key) => key.toUpperCase()), ...known.map((key) => `${key} `)];
  const more = keys.map((key) => Object.fromEntries([...Object.entries(value), [key, { a: 1 }]]));
  const many = Object.fromEntries(Array.from({ length: 2_000 }, (_, at) => [`key_${String(at)}`, at]));
  const rest = Object.keys(value).map((key) => withValueAt(value, [key], GONE));
  return [...more, ...rest, { ...value, ...many }, many];
}

function deep(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}
