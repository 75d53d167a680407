import { similarityScore, vectorBytes } from "./vector.policy.js";

describe("a vector", () => {
  it("is stored as float32, little-endian", () => {
    expect(vectorBytes(new Float32Array([1, -2]), 2).toString("hex")).toBe("0000803f000000c0");
  });

  it.each([
    ["another dimension", [1, 2, 3]],
    ["no number", [Number.NaN, 1]],
    ["an infinite number", [1e39, 1]],
    ["nothing but zeros", [0, -0]],
  ])("with %s is refused", (_, values) => {
    expect(() => vectorBytes(new Float32Array(values), 2)).toThrow(RangeError);
  });
});

describe("the score of a distance", () => {
  it.each([
    [0, 1],
    [500_000, 0.75],
    [1_000_000, 0.5],
    [2_000_000, 0],
    [-1, 1],
    [2_000_001, 0],
  ])("of %i millionths is %d", (distance, score) => {
    expect(similarityScore(distance)).toBe(score);
  });
});
