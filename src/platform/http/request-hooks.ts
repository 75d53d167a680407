import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { ServerLog } from "../telemetry/server-log.js";
import type { Outcome, ServerMetrics, TransportCall } from "../telemetry/server-metrics.js";
import type { RequestGate } from "./request-gate.js";
import type { RouteTable } from "./route-table.js";

declare module "fastify" {
  interface FastifyRequest {
    /** Whether the request passed the gate, so that the application saw it. */
    isAdmitted: boolean;
  }
}

export interface RequestObservers {
  readonly routes: RouteTable;
  readonly metrics: ServerMetrics;
  readonly log: ServerLog;
  /** Whether each request is written to the log. */
  readonly logsAccess: boolean;
}

/** Passes each request through the gate, and counts and logs each answer. */
export function installRequestHooks(fastify: FastifyInstance, gate: RequestGate, observers: RequestObservers): void {
  fastify.decorateRequest("isAdmitted", false);
  fastify.addHook("onRequest", (request, reply, done) => {
    const call = callOf(request, observers.routes);
    const begin = performance.now();
    observers.metrics.requestStarted(call);
    // The framework's own hook does not run for a caller who goes away; this event comes in every case.
    reply.raw.once("close", () => {
      observeAnswer(call, { request, status: statusOf(reply), milliseconds: performance.now() - begin }, observers);
    });
    done(refusalOf(gate, request, reply));
  });
}

function refusalOf(gate: RequestGate, request: FastifyRequest, reply: FastifyReply): Error | undefined {
  try {
    gate.admit(request, reply);
    request.isAdmitted = true;
    return undefined;
  } catch (refusal) {
    return refusal as Error;
  }
}

interface Answered {
  readonly request: FastifyRequest;
  readonly status: number;
  readonly milliseconds: number;
}

function observeAnswer(call: TransportCall, answered: Answered, observers: RequestObservers): void {
  const { request, status, milliseconds } = answered;
  const outcome = outcomeOf(status);
  observers.metrics.requestEnded(call, outcome, milliseconds / 1000);
  if (request.isAdmitted && request.routeOptions.url?.startsWith("/v1/") === true) {
    observers.metrics.operationEnded(call.operation, outcome, milliseconds / 1000);
  }
  if (observers.logsAccess) {
    observers.log.info(accessLine(request.id, call.operation, status, milliseconds), "request");
  }
}

/** What proxies write for a caller who did not wait for the answer. */
const CALLER_GONE = 499;

function statusOf(reply: FastifyReply): number {
  return reply.raw.writableFinished ? reply.statusCode : CALLER_GONE;
}

/** The access line of the log: these four fields and nothing else. */
export function accessLine(requestId: string, operation: string, status: number, milliseconds: number): object {
  return { request_id: requestId, operation, status, duration_ms: Math.round(milliseconds * 100) / 100 };
}

export function outcomeOf(status: number): Outcome {
  if (status < 400) return "success";
  return status < 500 ? "client_error" : "server_error";
}

function callOf(request: FastifyRequest, routes: RouteTable): TransportCall {
  return { transport: "http", operation: routes.operationOf(request.method, request.routeOptions.url) };
}
