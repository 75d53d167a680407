import { impact, inverseFrequency, maskOf, MAX_IMPACT, queryWeight, sharesBit, wireScore } from "./ranking.policy.js";

describe("impact", () => {
  it.each([
    [1, 1, 107],
    [1, 8, 100],
    [1, 64, 64],
    [2, 64, 88],
    [1, 1000, 9],
    [3, 20, 118],
    [1, 1_000_000, 1],
    [1_000_000, 1, MAX_IMPACT],
  ])("of a term %d times among %d words is %d", (frequency, length, expected) => {
    expect(impact(frequency, length)).toBe(expected);
  });
});

describe("queryWeight", () => {
  it("is largest for a term of one document and stays positive for a term of all", () => {
    expect([1, 2, 10, 250, 500, 513].map((frequency) => queryWeight(frequency, 1000))).toEqual(
      [1, 2, 10, 250, 500, 513].map((frequency) => Math.round(64 * inverseFrequency(frequency, 1000) ** 1.2)),
    );
    expect(queryWeight(1, 1000)).toBe(605);
    expect(queryWeight(500, 1000)).toBe(41);
    expect(queryWeight(512, 512)).toBe(1);
  });

  it("knows rare from common in a scope of one document", () => {
    expect(queryWeight(1, 1)).toBe(queryWeight(1, 50));
    expect(queryWeight(1, 1)).toBe(290);
  });

  it("counts frequencies above the cap as the cap", () => {
    expect(inverseFrequency(5000, 100_000)).toBe(inverseFrequency(513, 100_000));
  });
});

describe("wireScore", () => {
  it("is 1 at the best a text can do, 0 without terms, never more than 1", () => {
    const weighted = [
      { term: "a", weight: 300, bit: 0 },
      { term: "b", weight: 100, bit: 1 },
    ];
    expect(wireScore(MAX_IMPACT * 400, weighted)).toBe(1);
    expect(wireScore(MAX_IMPACT * 100, weighted)).toBe(0.25);
    expect(wireScore(0, [])).toBe(0);
  });
});

const maskWith = (bit: number): Parameters<typeof sharesBit>[0] => {
  const { low, high } = maskOf(bit);
  return { maskLow: low, maskHigh: high };
};

describe("masks", () => {
  it("give each of 64 terms a bit of its own", () => {
    for (let bit = 0; bit < 64; bit++) {
      const set = Array.from({ length: 64 }, (_, other) => sharesBit(maskWith(bit), maskWith(other)));
      expect(set.indexOf(true)).toBe(bit);
      expect(set.lastIndexOf(true)).toBe(bit);
    }
  });

  it("read full halves, as the database sums them", () => {
    const full = { maskLow: 2 ** 32 - 1, maskHigh: 2 ** 32 - 1 };
    expect([0, 31, 32, 63].every((bit) => sharesBit(full, maskWith(bit)))).toBe(true);
  });
});
