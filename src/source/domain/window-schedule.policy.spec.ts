import fc from "fast-check";

import { retryDelayMs } from "./window-schedule.policy.js";
import { mostSources } from "./source-window.policy.js";

describe("retryDelayMs", () => {
  it.each([
    [0, 0, 2_500],
    [0, 1, 5_000],
    [1, 1, 10_000],
    [3, 0.5, 30_000],
    [6, 1, 320_000],
    [9, 1, 2_560_000],
    [10, 1, 3_600_000],
    [10, 0, 1_800_000],
    [5_000, 1, 3_600_000],
  ])("after %i failures and at chance %d is %i ms", (failures, chance, expected) => {
    expect(retryDelayMs(failures, chance)).toBe(expected);
  });

  it("never shrinks with another failure, and stays between two and a half seconds and an hour", () => {
    fc.assert(
      fc.property(fc.nat(2_000), fc.double({ min: 0, max: 1, noNaN: true }), (failures, chance) => {
        const delay = retryDelayMs(failures, chance);
        return delay >= 2_500 && delay <= 3_600_000 && retryDelayMs(failures + 1, chance) >= delay;
      }),
    );
  });

  it("has a window of a hundred Sources down to one within ten minutes, at the worst chance", () => {
    let waited = 0;
    let failures = 0;
    for (; mostSources(100, failures) > 1; failures++) waited += retryDelayMs(failures, 1);
    expect({ failures, waited }).toEqual({ failures: 6, waited: 315_000 });
  });
});
