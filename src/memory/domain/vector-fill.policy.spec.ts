import { fillRestMs } from "./vector-fill.policy.js";

describe("the rest of the fill", () => {
  it.each([
    [1, 30_000, 3_000],
    [2, 60_000, 6_000],
    [3, 120_000, 12_000],
    [5, 480_000, 30_000],
    [6, 600_000, 30_000],
    [10_000, 600_000, 30_000],
  ])("after %i failed runs is %i ms, %i before the model has answered", (failedRuns, filling, proving) => {
    expect(fillRestMs(failedRuns, true)).toBe(filling);
    expect(fillRestMs(failedRuns, false)).toBe(proving);
  });
});
