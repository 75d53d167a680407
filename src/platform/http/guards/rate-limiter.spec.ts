import { RateLimiter } from "./rate-limiter.js";

const SECOND = 1_000_000;

function limiterAt(perMinute: number, burst: number) {
  const clock = { nowUs: 1 };
  return { clock, limiter: new RateLimiter({ perMinute, burst }, () => clock.nowUs) };
}

describe("RateLimiter", () => {
  it("refuses who has sent the burst, for whole seconds, and nobody else", () => {
    const { limiter } = limiterAt(40, 2);
    expect([1, 2, 3].map(() => limiter.refusedFor("ada"))).toEqual([undefined, undefined, 2]);
    expect(limiter.refusedFor("ben")).toBeUndefined();
  });

  it("keeps its word: after the seconds it named a request is allowed", () => {
    const { clock, limiter } = limiterAt(7, 1);
    limiter.refusedFor("ada");
    for (let round = 0; round < 20; round += 1) {
      const seconds = limiter.refusedFor("ada") ?? 0;
      expect(seconds).toBe(9);
      clock.nowUs += seconds * SECOND;
      expect(limiter.refusedFor("ada")).toBeUndefined();
    }
  });

  it("knows ten thousand callers at most, and forgets who was quiet longest", () => {
    const { limiter } = limiterAt(1, 1);
    limiter.refusedFor("first");
    limiter.refusedFor("second");
    for (let other = 0; other < 9_998; other += 1) limiter.refusedFor(String(other));
    expect(limiter.callers).toBe(10_000);
    expect(limiter.refusedFor("second")).toBe(60);
    limiter.refusedFor("one more");
    expect(limiter.callers).toBe(10_000);
    expect(limiter.refusedFor("second")).toBe(60);
    expect(limiter.refusedFor("first")).toBeUndefined();
  });
});
