import fc from "fast-check";

import { type Allowance, spend } from "./rate-limit.policy.js";

const SECOND = 1_000_000;
const TWO_A_SECOND: Allowance = { intervalUs: SECOND / 2, burst: 3 };

/** What becomes of requests at these moments. A refusal is shown as the wait it names. */
function outcomes(moments: readonly number[], allowance: Allowance = TWO_A_SECOND): readonly (number | "allowed")[] {
  let fullAtUs = 0;
  return moments.map((nowUs) => {
    const spending = spend(fullAtUs, nowUs, allowance);
    if (spending.kind === "refused") return spending.retryAfterUs;
    fullAtUs = spending.fullAtUs;
    return "allowed";
  });
}

describe("spend", () => {
  it("allows a burst at once and names the wait for one more", () => {
    expect(outcomes([0, 0, 0, 0])).toEqual(["allowed", "allowed", "allowed", SECOND / 2]);
  });

  it("allows one again after the time of one, and all of them after the time of all", () => {
    const half = SECOND / 2;
    expect(outcomes([0, 0, 0, half, half])).toEqual(["allowed", "allowed", "allowed", "allowed", half]);
    const later = 10 * SECOND;
    expect(outcomes([0, 0, 0, later, later, later, later])).toEqual([...Array<string>(6).fill("allowed"), half]);
  });

  it("takes nothing for a refusal", () => {
    expect(outcomes([0, 0, 0, 1, 2, 3, SECOND / 2]).at(-1)).toBe("allowed");
  });

  const allowances = fc.record({
    intervalUs: fc.integer({ min: 1, max: 60 * SECOND }),
    burst: fc.integer({ min: 1, max: 50 }),
  });
  const gaps = fc.array(fc.integer({ min: 0, max: 10 * SECOND }), { minLength: 1, maxLength: 80 });
  const momentsOf = (between: readonly number[]): readonly number[] => {
    let at = 0;
    return between.map((gap) => (at += gap));
  };

  it("never names a wait that is too short, or a microsecond too long", () => {
    fc.assert(
      fc.property(allowances, gaps, (allowance, between) => {
        let fullAtUs = 0;
        for (const nowUs of momentsOf(between)) {
          const spending = spend(fullAtUs, nowUs, allowance);
          if (spending.kind === "allowed") {
            fullAtUs = spending.fullAtUs;
            continue;
          }
          const at = nowUs + spending.retryAfterUs;
          expect(spend(fullAtUs, at, allowance).kind).toBe("allowed");
          expect(spend(fullAtUs, at - 1, allowance).kind).toBe("refused");
        }
      }),
    );
  });

  it("allows in any stretch of time no more than the burst and what came back in it", () => {
    fc.assert(
      fc.property(allowances, gaps, (allowance, between) => {
        const moments = momentsOf(between);
        const allowed = outcomes(moments, allowance).flatMap((outcome, index) =>
          outcome === "allowed" ? [moments[index] ?? 0] : [],
        );
        for (const [first, from] of allowed.entries()) {
          for (const [last, to] of allowed.entries()) {
            if (last < first) continue;
            expect(last - first + 1).toBeLessThanOrEqual(
              allowance.burst + Math.floor((to - from) / allowance.intervalUs),
            );
          }
        }
      }),
    );
  });
});
