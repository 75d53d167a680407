import type { Environment } from "./environment.js";

/** A caller who has been quiet may send `burst` requests at once; each one used comes back after the time of one at `perMinute`. */
export interface RateLimit {
  readonly perMinute: number;
  readonly burst: number;
}

/** How much one server process takes on at once, and how patient it is with a client. */
export class GuardsConfig {
  /** HTTP_MAX_CONCURRENT_REQUESTS: in work at once, without those that wait for a model. */
  readonly concurrentRequests: number;
  /** HTTP_MAX_CONCURRENT_MODEL_REQUESTS: in work at once of those that wait for a model. */
  readonly concurrentModelRequests: number;
  /** HTTP_MAX_WAITING_REQUESTS: how many may wait for their turn, of each of the two. */
  readonly waitingRequests: number;
  /** HTTP_MAX_WAIT_SECONDS: how long one waits for its turn at most. */
  readonly waitMs: number;
  /** HTTP_RATE_LIMIT_PER_MINUTE and HTTP_RATE_LIMIT_BURST; undefined is no limit. */
  readonly rateLimit: RateLimit | undefined;
  /** HTTP_MAX_CONNECTIONS: one more is closed at once. */
  readonly connections: number;
  /** HTTP_HEADERS_TIMEOUT_SECONDS: from the first byte of a request to the end of its headers. */
  readonly headersMs: number;
  /** HTTP_BODY_TIMEOUT_SECONDS: from the turn of a request to the end of its body. */
  readonly bodyMs: number;
  /** HTTP_STALL_TIMEOUT_SECONDS: without a byte that the client takes of its answer. */
  readonly stallMs: number;
  /** HTTP_KEEP_ALIVE_SECONDS: how long a connection may be idle between two requests. */
  readonly keepAliveMs: number;

  constructor(values: GuardsConfig) {
    this.concurrentRequests = values.concurrentRequests;
    this.concurrentModelRequests = values.concurrentModelRequests;
    this.waitingRequests = values.waitingRequests;
    this.waitMs = values.waitMs;
    this.rateLimit = values.rateLimit;
    this.connections = values.connections;
    this.headersMs = values.headersMs;
    this.bodyMs = values.bodyMs;
    this.stallMs = values.stallMs;
    this.keepAliveMs = values.keepAliveMs;
  }

  static parse(environment: Environment): GuardsConfig {
    const count = (name: string, min: number, max: number, fallback: number): number =>
      environment.integer(name, { min, max, fallback });
    const milliseconds = (name: string, max: number, fallback: number): number =>
      environment.seconds(name, { min: 0.1, max, fallback }) * 1_000;
    return new GuardsConfig({
      concurrentRequests: count("HTTP_MAX_CONCURRENT_REQUESTS", 1, 10_000, 128),
      concurrentModelRequests: count("HTTP_MAX_CONCURRENT_MODEL_REQUESTS", 1, 10_000, 32),
      waitingRequests: count("HTTP_MAX_WAITING_REQUESTS", 0, 100_000, 1_024),
      waitMs: milliseconds("HTTP_MAX_WAIT_SECONDS", 60, 5),
      rateLimit: parseRateLimit(environment),
      connections: count("HTTP_MAX_CONNECTIONS", 1, 1_000_000, 10_000),
      headersMs: milliseconds("HTTP_HEADERS_TIMEOUT_SECONDS", 600, 20),
      bodyMs: milliseconds("HTTP_BODY_TIMEOUT_SECONDS", 600, 60),
      stallMs: milliseconds("HTTP_STALL_TIMEOUT_SECONDS", 600, 30),
      keepAliveMs: milliseconds("HTTP_KEEP_ALIVE_SECONDS", 600, 72),
    });
  }
}

const MAX_RATE = 1_000_000;

function parseRateLimit(environment: Environment): RateLimit | undefined {
  const range = { min: 1, max: MAX_RATE };
  const perMinute = environment.integer("HTTP_RATE_LIMIT_PER_MINUTE", { ...range, fallback: 0 });
  const burst = environment.integer("HTTP_RATE_LIMIT_BURST", { ...range, fallback: perMinute });
  if (perMinute > 0) return { perMinute, burst };
  if (environment.isSet("HTTP_RATE_LIMIT_BURST")) {
    environment.refuse("HTTP_RATE_LIMIT_BURST", "needs POWERCONTEXT_SERVER_HTTP_RATE_LIMIT_PER_MINUTE with it");
  }
  return undefined;
}
