import fc from "fast-check";

import { failuresWhenHeld, retryDelayMs } from "./flush-schedule.policy.js";
import { mostSources } from "./flush-window.policy.js";

describe("retryDelayMs", () => {
  it.each([
    [0, 0, 15_000],
    [0, 1, 30_000],
    [1, 1, 60_000],
    [3, 0.5, 180_000],
    [6, 1, 1_920_000],
    [7, 1, 3_600_000],
    [7, 0, 1_800_000],
    [5_000, 1, 3_600_000],
  ])("after %i failures and at chance %d is %i ms", (failures, chance, expected) => {
    expect(retryDelayMs(failures, chance)).toBe(expected);
  });

  it("never shrinks with another failure, and stays between fifteen seconds and an hour", () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
        const delay = retryDelayMs(failures, chance);
        return delay >= 15_000 && delay <= 3_600_000 && retryDelayMs(failures + 1, chance) >= delay;
      }),
    );
  });
});

describe("failuresWhenHeld", () => {
  it.each([
    [1, 3],
    [4, 3],
    [8, 4],
    [100, 7],
    [1_000, 10],
  ])("with windows of %i Sources is %i", (limit, expected) => {
    expect(failuresWhenHeld(limit)).toBe(expected);
  });

  it("is reached by a window of one Source, whatever the limit", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_000 }), (limit) => mostSources(limit, failuresWhenHeld(limit) - 1) === 1),
    );
  });
});
