import fc from "fast-check";

import { checkVector } from "./vector.policy.js";

const profile = { profileId: "p", model: "m", dimension: 3, normalization: "unit" } as const;
const raw = { ...profile, normalization: "none" } as const;
const finite = fc.float({ noDefaultInfinity: true, noNaN: true });

const numbersOf = (numbers: readonly number[], wanted: typeof profile | typeof raw) => {
  const checked = checkVector(numbers, wanted);
  return checked.kind === "vector" ? [...checked.vector] : checked.kind;
};

describe("checkVector", () => {
  it("gives a vector unit length when the profile says so, and leaves it otherwise", () => {
    expect(numbersOf([3, 0, 4], profile)).toEqual([Math.fround(0.6), 0, Math.fround(0.8)]);
    expect(numbersOf([3, 0, 4], raw)).toEqual([3, 0, 4]);
  });

  it.each([
    [[3, 0], "size"],
    [[3, 0, 4, 0], "size"],
    [[], "size"],
    [[0, -0, 0], "value"],
    [[1, NaN, 0], "value"],
    [[1, Infinity, 0], "value"],
    [[1, -3.5e38, 0], "value"],
    [[1e-60, 0, 0], "value"],
  ])("refuses %j by its %s", (numbers, kind) => {
    expect(numbersOf(numbers, raw)).toBe(kind);
  });

  it("accepts the largest float32 on every place", () => {
    expect(numbersOf([3.4028234663852886e38, -3.4028234663852886e38, 0], profile)).toEqual([
      Math.fround(Math.SQRT1_2),
      Math.fround(-Math.SQRT1_2),
      0,
    ]);
  });

  it("never lets through what is not a unit vector of finite numbers", () => {
    fc.assert(
      fc.property(fc.array(finite, { minLength: 3, maxLength: 3 }), (numbers) => {
        const checked = checkVector(numbers, profile);
        if (checked.kind !== "vector") return checked.kind === "value";
        return Math.abs(Math.hypot(...checked.vector) - 1) < 1e-5;
      }),
    );
  });
});
