import { queryRestMs } from "./query-rest.policy.js";

describe("the rest of queries", () => {
  it.each([
    [1, 3_000],
    [2, 6_000],
    [4, 24_000],
    [5, 30_000],
    [10_000, 30_000],
  ])("after %i failures in a row is %i ms", (failures, rest) => {
    expect(queryRestMs(failures)).toBe(rest);
  });
});
