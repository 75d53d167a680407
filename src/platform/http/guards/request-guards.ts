import { DomainError } from "../../../kernel/domain-error.js";
import type { GuardsConfig } from "../../config/guards.config.js";
import type { ServerMetrics } from "../../telemetry/server-metrics.js";
import { AdmissionLane, type Place } from "./admission-lane.js";
import { RateLimiter } from "./rate-limiter.js";

/** What a request queues for. One that waits for a model takes seconds, and must not keep the others waiting. */
export type LaneName = "standard" | "model";

/** What keeps one caller from sending without end, and all of them together from what the server cannot hold. */
export class RequestGuards {
  private readonly lanes: Readonly<Record<LaneName, AdmissionLane>>;
  private readonly rate: RateLimiter | undefined;

  constructor(
    config: GuardsConfig,
    private readonly metrics: ServerMetrics,
  ) {
    const lane = (concurrency: number): AdmissionLane =>
      new AdmissionLane({ concurrency, queueLength: config.waitingRequests, waitMs: config.waitMs }, (reason) => {
        metrics.requestRefused(reason);
      });
    this.lanes = { standard: lane(config.concurrentRequests), model: lane(config.concurrentModelRequests) };
    this.rate = config.rateLimit && new RateLimiter(config.rateLimit);
    const { standard, model } = this.lanes;
    metrics.addLaneGauge("requests_in_work", "Requests that have their turn, until their work and answer end.", () => ({
      standard: standard.inWork,
      model: model.inWork,
    }));
    metrics.addLaneGauge("requests_waiting", "Requests that wait for their turn.", () => ({
      standard: standard.waiting,
      model: model.waiting,
    }));
  }

  /**
   * Counts a request of this caller, who is asked for only when there is a limit.
   *
   * @param retryAfter is told the seconds after which a refused caller may try again
   * @throws DomainError `too_many_requests`
   */
  checkRate(callerOf: () => string, retryAfter: (seconds: number) => void): void {
    const seconds = this.rate?.refusedFor(callerOf());
    if (seconds === undefined) return;
    this.metrics.requestRefused("rate_limit");
    retryAfter(seconds);
    const unit = seconds === 1 ? "second" : "seconds";
    throw new DomainError("too_many_requests", `Too many requests. Try again in ${String(seconds)} ${unit}.`);
  }

  enter(lane: LaneName): Place {
    return this.lanes[lane].enter();
  }
}
