import { ApiProperty } from "@nestjs/swagger";
import { ValidateBy } from "class-validator";

import { codePointLength, fitsWhenStored, isBlank, normalizeText } from "../../../kernel/unicode.js";
import { OwnRule } from "./own-rule.decorator.js";

/**
 * Each decorator here says in one statement what a field is in the generated document and what class-validator asks of
 * it. The schema of the contract has the first word on a request; class-validator accepts whatever that accepts, except
 * for the two rules no schema can say: the UTF-8 length and the code points of a text in its stored form.
 */
export interface Presence {
  /** The field may be absent. */
  readonly optional?: true;
  /** The field may be null. */
  readonly nullable?: true;
  /** What an absent field means. Implies optional. */
  readonly default?: string | number | boolean;
}

export interface TextOptions extends Presence {
  /** At least one character that is not white space. */
  readonly notBlank?: true;
}

const NOT_BLANK = "\\S";
const IDENT = "^[\\x21-\\x7E]+$";

/** A string of `min`..`max` Unicode code points. */
export function CodePoints(min: number, max: number, options: TextOptions = {}): PropertyDecorator {
  return field(textSchema(min, max, options), options, textRule(min, max, options));
}

/** A string of any length. */
export function Text(options: Presence = {}): PropertyDecorator {
  return field({ type: "string" }, options, (value) => (typeof value === "string" ? undefined : "must be a string"));
}

/** A string that is not blank and has `min`..`max` code points, as sent and again in its stored form. */
export function StoredCodePoints(min: number, max: number): PropertyDecorator {
  const options = { notBlank: true } as const;
  const asSent = textRule(min, max, options);
  return ownField(
    textSchema(min, max, options),
    {},
    (value) =>
      asSent(value) ??
      (codePointLength(normalizeText(value as string)) <= max
        ? undefined
        : atMost(max, "characters after normalisation")),
  );
}

/** A string that is not blank and has at most `max` bytes of UTF-8 in its stored form. */
export function StoredUtf8(max: number): PropertyDecorator {
  const options = { notBlank: true } as const;
  const asSent = textRule(1, Number.MAX_SAFE_INTEGER, options);
  return ownField(
    textSchema(1, Number.MAX_SAFE_INTEGER, options),
    {},
    (value) => asSent(value) ?? (fitsWhenStored(value as string, max) ? undefined : atMost(max, "bytes of UTF-8")),
  );
}

/** An identity the server issued: 1..128 characters of printable ASCII without space. */
export function Ident(options: Presence = {}): PropertyDecorator {
  return field({ type: "string", minLength: 1, maxLength: 128, pattern: IDENT }, options, (value) =>
    typeof value === "string" && /^[\x21-\x7E]{1,128}$/u.test(value)
      ? undefined
      : "must be printable ASCII without spaces",
  );
}

/** An integer of `min`..`max`, at most the largest that JSON readers agree on. */
export function Int(min: number, max = Number.MAX_SAFE_INTEGER, options: Presence = {}): PropertyDecorator {
  return field({ type: "integer", minimum: min, maximum: max }, options, (value) => {
    if (typeof value !== "number" || !Number.isSafeInteger(value)) return "must be an integer";
    return value >= min && value <= max ? undefined : `must be ${String(min)} to ${String(max)}`;
  });
}

/** A number of `min`..`max`. */
export function Num(min: number, max: number): PropertyDecorator {
  return field({ type: "number", minimum: min, maximum: max }, {}, (value) =>
    typeof value === "number" && value >= min && value <= max ? undefined : `must be ${String(min)} to ${String(max)}`,
  );
}

/** true or false. */
export function Flag(options: Presence = {}): PropertyDecorator {
  return field({ type: "boolean" }, options, (value) =>
    typeof value === "boolean" ? undefined : "must be true or false",
  );
}

/** One of the words. */
export function OneOf(words: readonly string[], options: Presence = {}): PropertyDecorator {
  return field({ type: "string", enum: [...words] }, options, (value) =>
    words.includes(value as string) ? undefined : `must be one of ${words.join(", ")}`,
  );
}

/** An object of another class. Its inside has been checked by the schema; here it stays as it was parsed. */
export function One(type: () => new () => object, options: Presence = {}): PropertyDecorator {
  return field({ type: lazily(type) }, options, objectRule);
}

export interface ListOptions extends Presence {
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
}

/** A list of objects of another class. */
export function Many(type: () => new () => object, options: ListOptions = {}): PropertyDecorator {
  return field({ ...listLimits(options), type: lazily(type), isArray: true }, options, listRule);
}

/** A list of words. */
export function ManyOf(words: readonly string[], options: ListOptions = {}): PropertyDecorator {
  const items = { type: "string", enum: [...words] };
  return field(
    { ...listLimits(options), type: "array", items },
    options,
    (value) =>
      listRule(value) ??
      ((value as unknown[]).every((item) => words.includes(item as string))
        ? undefined
        : `must list ${words.join(", ")}`),
  );
}

/** A JSON object with any fields. */
export function OpenObject(options: Presence = {}): PropertyDecorator {
  return field({ type: "object", additionalProperties: true }, options, objectRule);
}

/** A JSON object whose fields have any names and one of the words as their value. */
export function MapTo(words: readonly string[]): PropertyDecorator {
  return field({ type: "object", additionalProperties: { type: "string", enum: [...words] } }, {}, objectRule);
}

/** Keywords of a JSON schema, or a lazy class as its type. */
type Schema = Readonly<Record<string, unknown>>;

/** What is wrong with a value, or undefined. */
type Rule = (value: unknown) => string | undefined;

/** The one place where a field meets Swagger and class-validator. A null or absent value is the schema's matter. */
function field(schema: Schema, presence: Presence, rule: Rule): PropertyDecorator {
  const document = ApiProperty({ ...schema, ...presenceSchema(presence) });
  const check = Checked((value) => (mayMiss(presence, value) ? undefined : rule(value)));
  return (target, key) => {
    document(target, key);
    check(target, key);
  };
}

/** A field whose rule refuses some of what its schema accepts. */
function ownField(schema: Schema, presence: Presence, rule: Rule): PropertyDecorator {
  const decorate = field(schema, presence, rule);
  const markOwnRule = OwnRule();
  return (target, key) => {
    decorate(target, key);
    markOwnRule(target, key);
  };
}

/** A class-validator rule whose message is what the rule found. */
function Checked(rule: Rule): PropertyDecorator {
  return ValidateBy({
    name: "contract",
    validator: {
      validate: (value) => rule(value) === undefined,
      defaultMessage: (argument) => rule(argument?.value) ?? "is not valid",
    },
  });
}

function mayMiss(presence: Presence, value: unknown): boolean {
  if (value === null) return presence.nullable === true;
  return value === undefined && (presence.optional === true || presence.default !== undefined);
}

function presenceSchema(presence: Presence): Schema {
  return {
    required: presence.optional !== true && presence.default === undefined,
    ...(presence.nullable === true ? { nullable: true } : {}),
    ...(presence.default === undefined ? {} : { default: presence.default }),
  };
}

function textSchema(min: number, max: number, options: TextOptions): Schema {
  return {
    type: "string",
    ...(min > 0 ? { minLength: min } : {}),
    ...(max < Number.MAX_SAFE_INTEGER ? { maxLength: max } : {}),
    ...(options.notBlank === true ? { pattern: NOT_BLANK } : {}),
  };
}

function textRule(min: number, max: number, options: TextOptions): Rule {
  return (value) => {
    if (typeof value !== "string") return "must be a string";
    const length = codePointLength(value);
    if (length < min) return `must have at least ${String(min)} characters`;
    if (length > max) return atMost(max, "characters");
    return options.notBlank === true && isBlank(value) ? "must not be blank" : undefined;
  };
}

function listLimits({ minItems, maxItems, uniqueItems }: ListOptions): Schema {
  return {
    ...(minItems === undefined ? {} : { minItems }),
    ...(maxItems === undefined ? {} : { maxItems }),
    ...(uniqueItems === undefined ? {} : { uniqueItems }),
  };
}

const objectRule: Rule = (value) =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? undefined : "must be an object";
const listRule: Rule = (value) => (Array.isArray(value) ? undefined : "must be a list");
const atMost = (max: number, what: string): string => `must have at most ${String(max)} ${what}`;

/** Swagger takes a function for a lazy reference only when it is named `type`. */
const lazily = (reference: () => new () => object): (() => new () => object) => {
  const type = (): new () => object => reference();
  return type;
};
