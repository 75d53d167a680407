/** A bucket that holds `burst` requests and gets one back every `intervalUs` microseconds. */
export interface Allowance {
  readonly intervalUs: number;
  readonly burst: number;
}

export type Spending =
  /** `fullAtUs` is when the bucket is full again. */
  | { readonly kind: "allowed"; readonly fullAtUs: number }
  /** A request after so long is allowed, if no other comes before it. */
  | { readonly kind: "refused"; readonly retryAfterUs: number };

/**
 * Takes one request from a bucket. When it is full again says all there is to know about it, so a bucket is one number, and
 * one that was never used is full since ever.
 *
 * @param fullAtUs what the last allowed spending said, 0 before the first; whole microseconds, as `nowUs`
 */
export function spend(fullAtUs: number, nowUs: number, { intervalUs, burst }: Allowance): Spending {
  const next = Math.max(fullAtUs, nowUs) + intervalUs;
  const excess = next - nowUs - burst * intervalUs;
  return excess > 0 ? { kind: "refused", retryAfterUs: excess } : { kind: "allowed", fullAtUs: next };
}
