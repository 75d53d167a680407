import { setTimeout as delay } from "node:timers/promises";

import { InferenceError } from "./inference-error.js";

/** The time of one call of a model with everything that it tries. */
export class CallDeadline {
  private readonly endsAt: number;
  private readonly timeout: AbortSignal;
  /** Ends a request at the deadline, or when the caller does not want the answer any more. */
  readonly signal: AbortSignal;

  constructor(milliseconds: number, cancelled: AbortSignal | undefined) {
    this.endsAt = performance.now() + milliseconds;
    this.timeout = AbortSignal.timeout(milliseconds);
    this.signal = cancelled === undefined ? this.timeout : AbortSignal.any([this.timeout, cancelled]);
  }

  /** Waits before the next request. @throws InferenceError when the deadline comes before that, or the caller gives up. */
  async pause(milliseconds: number): Promise<void> {
    if (performance.now() + milliseconds >= this.endsAt) throw new InferenceError("unavailable");
    try {
      await delay(milliseconds, undefined, { signal: this.signal });
    } catch {
      throw this.failure();
    }
  }

  /** @throws InferenceError when the deadline has passed or the caller has given up */
  refuseIfOver(): void {
    if (this.signal.aborted) throw this.failure();
  }

  /** What a request that was ended has failed of. */
  failure(): InferenceError {
    return new InferenceError(this.timeout.aborted ? "timeout" : "unavailable");
  }
}
