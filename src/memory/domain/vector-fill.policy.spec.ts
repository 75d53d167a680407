import { fillRestMs } from "./vector-fill.policy.js";

describe("the rest of the fill", () => {
  it.each([
    [1, 30_000],
    [2, 60_000],
    [3, 120_000],
    [5, 480_000],
    [6, 600_000],
    [10_000, 600_000],
  ])("after %i failed runs is %i ms", (failedRuns, rest) => {
    expect(fillRestMs(failedRuns)).toBe(rest);
  });
});
