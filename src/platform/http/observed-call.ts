import type { Outcome, ServerMetrics, TransportCall } from "../telemetry/server-metrics.js";

/**
 * What a request is counted and logged as. A transport that learns from the body what is asked, or that answers 200 to a
 * refusal, says so here while the request is answered.
 */
export class ObservedCall {
  /** Whether the application was asked for an operation, not only the server for something of its own. */
  reachedApplication = false;
  /** The trace that it is recorded in; undefined when it is not. */
  traceId: string | undefined;
  private told: Outcome | undefined;

  constructor(
    private call: TransportCall,
    private readonly metrics: ServerMetrics,
  ) {
    metrics.requestStarted(call);
  }

  get operation(): string {
    return this.call.operation;
  }

  /** From now on it is counted as this operation. */
  turnsOutToBe(operation: string): void {
    const call = { ...this.call, operation };
    this.metrics.requestTurnedOutToBe(this.call, call);
    this.call = call;
  }

  /** How it ended, where the status of the response does not tell. */
  endsWith(outcome: Outcome): void {
    this.told = outcome;
  }

  ended(status: number, seconds: number): void {
    const outcome = this.told ?? outcomeOf(status);
    this.metrics.requestEnded(this.call, outcome, seconds);
    if (this.reachedApplication) this.metrics.operationEnded(this.call.operation, outcome, seconds);
  }
}

export function outcomeOf(status: number): Outcome {
  if (status < 400) return "success";
  return status < 500 ? "client_error" : "server_error";
}
