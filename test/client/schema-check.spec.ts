import fc from "fast-check";

import { OPERATIONS, REFUSAL } from "../../src/client/generated/contract.js";
import { hasLoneSurrogate, problemOf } from "../../src/client/schema-check.policy.js";
import { componentOf, contract, operations, violations } from "../support/contract.js";
import { arbitraryOf } from "../support/schema-arbitrary.js";

/** Every status of every operation that carries a value, with the component the contract names there. */
const ANSWERS = operations.flatMap(({ id, responses }) =>
  Object.entries(responses)
    .map(([status, { content }]) => ({
      id,
      status: Number(status),
      component: componentOf(content["application/json"]),
    }))
    .filter(({ component }) => component !== "ErrorResponse"),
);

/** The value with one place of it replaced, left out or added to. */
function oneChange(value: unknown, place: number, replacement: unknown): unknown {
  const root = { value: structuredClone(value) };
  const places = placesOf(root);
  const [holder, key] = places[place % places.length]!;
  if (replacement === undefined) Reflect.deleteProperty(holder, key);
  else if (place % 5 === 0) holder[`${key}_more`] = replacement;
  else holder[key] = replacement;
  return root.value;
}

function placesOf(holder: Record<string, unknown>): readonly (readonly [Record<string, unknown>, string])[] {
  return Object.entries(holder).flatMap(([key, inner]) => [
    [holder, key] as const,
    ...(typeof inner === "object" && inner !== null ? placesOf(inner as Record<string, unknown>) : []),
  ]);
}

const replacement = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom(null, true, 0, -1, 1.5, 2 ** 53, "", " ", "ready", [], {}, "x".repeat(129), "😀".repeat(128)),
  fc.jsonValue(),
);

describe("the check of answers", () => {
  it("knows every documented answer and nothing else", () => {
    const known = Object.entries(OPERATIONS).flatMap(([id, { answers }]) =>
      Object.keys(answers).map((status) => `${id} ${status}`),
    );
    expect(known.sort()).toEqual(ANSWERS.map(({ id, status }) => `${id} ${String(status)}`).sort());
    expect(known).toContain("get_readiness 503");
  });

  it.each(ANSWERS)("says of $id $status what a full validator says", ({ id, status, component }) => {
    const schema = OPERATIONS[id as keyof typeof OPERATIONS].answers[status]!;
    const verdicts = { accepted: 0, refused: 0 };
    const value = arbitraryOf(contract.components.schemas[component]!);
    fc.assert(
      fc.property(value, fc.nat(), replacement, (valid, place, other) => {
        for (const made of [valid, oneChange(valid, place, other)]) {
          if (made === undefined) continue;
          const body: unknown = JSON.parse(JSON.stringify(made));
          const accepted = problemOf(body, schema) === undefined;
          expect({ body, accepted }).toEqual({ body, accepted: violations(component, body).length === 0 });
          verdicts[accepted ? "accepted" : "refused"]++;
        }
      }),
      { numRuns: 60 },
    );
    expect(Math.min(verdicts.accepted, verdicts.refused)).toBeGreaterThan(5);
  });

  it("holds a refusal against its schema, but takes a code it does not know", () => {
    const error = { code: "memory_not_found", message: "m", details: null };
    const accepted = [
      { error },
      { error: { ...error, details: { any: [1] } } },
      { error: { ...error, code: "new_in_2030" } },
    ];
    for (const body of accepted) expect(problemOf(body, REFUSAL)).toBeUndefined();
    expect(problemOf({ error: { ...error, code: 7 } }, REFUSAL)).toBe("error.code: is not a string");
    expect(problemOf({ error: { ...error, code: "" } }, REFUSAL)).toBe("error.code: is out of its bounds");
    expect(problemOf({ error: { ...error, details: [] } }, REFUSAL)).toBe("error.details: is not an object");
    expect(problemOf({ error, extra: 1 }, REFUSAL)).toBe("the body: has a field that the contract does not know");
    expect(problemOf({ error: { code: "c", message: "m" } }, REFUSAL)).toBe("error.details: is missing");
  });

  it("counts code points", () => {
    const short = { kind: "string", min: 1, max: 2 } as const;
    expect(problemOf("😀😀", short)).toBeUndefined();
    expect(problemOf("😀😀a", short)).toBe("the body: is out of its bounds");
  });

  it("takes items for the same whatever the order of their fields", () => {
    const items = { kind: "object", fields: { a: { kind: "integer" }, b: { kind: "integer" } } } as const;
    const unique = { kind: "array", items, unique: true } as const;
    expect(
      problemOf(
        [
          { a: 1, b: 2 },
          { a: 2, b: 1 },
        ],
        unique,
      ),
    ).toBeUndefined();
    expect(
      problemOf(
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
        unique,
      ),
    ).toBe("the body: has an item twice");
  });
});

describe("the search for half a surrogate pair", () => {
  const nested = (depth: number, inside: string): unknown => JSON.parse("[".repeat(depth) + inside + "]".repeat(depth));

  it("finds it in texts and keys, however deep", () => {
    for (const text of ['"\\ud800"', '{"\\udc00":1}', '["\\ud83d\\ud83d\\ude00"]']) {
      expect(hasLoneSurrogate(nested(1, text))).toBe(true);
      expect(hasLoneSurrogate(nested(5000, text))).toBe(true);
    }
    expect(hasLoneSurrogate(nested(5000, '{"\\ud83d\\ude00":["😀",null,1.5,true]}'))).toBe(false);
  });
});
