import type { RateLimit } from "../../config/guards.config.js";
import { type Allowance, spend } from "./rate-limit.policy.js";

/** Far more than callers who are there at once. A caller beyond it takes the place of who was quiet longest. */
const MAX_CALLERS = 10_000;
const MINUTE_US = 60_000_000;
const SECOND_US = 1_000_000;

/** How much each caller has sent lately, in a bounded number of buckets. */
export class RateLimiter {
  /** When the bucket of a caller is full again; who sent last is last. */
  private readonly fullAt = new Map<string, number>();
  private readonly allowance: Allowance;

  /** @param nowUs whole microseconds of a clock that never goes back */
  constructor(
    { perMinute, burst }: RateLimit,
    private readonly nowUs: () => number = () => Math.floor(performance.now() * 1_000),
  ) {
    this.allowance = { intervalUs: Math.ceil(MINUTE_US / perMinute), burst };
  }

  get callers(): number {
    return this.fullAt.size;
  }

  /** Counts a request of this caller. @returns undefined when it may go on, else whole seconds after which one may. */
  refusedFor(caller: string): number | undefined {
    const spending = spend(this.fullAt.get(caller) ?? 0, this.nowUs(), this.allowance);
    if (spending.kind === "refused") return Math.ceil(spending.retryAfterUs / SECOND_US);
    this.fullAt.delete(caller);
    this.fullAt.set(caller, spending.fullAtUs);
    this.forgetQuietest();
    return undefined;
  }

  private forgetQuietest(): void {
    if (this.fullAt.size <= MAX_CALLERS) return;
    for (const quietest of this.fullAt.keys()) {
      this.fullAt.delete(quietest);
      return;
    }
  }
}
