import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { Tracer } from "../../kernel/tracer.port.js";
import type { ServerLog } from "../telemetry/server-log.js";
import type { ServerMetrics, TransportCall } from "../telemetry/server-metrics.js";
import { afterBody } from "./guards/after-body.js";
import { ObservedCall } from "./observed-call.js";
import type { RequestGate } from "./request-gate.js";
import { traceRequest } from "./request-span.js";
import type { RouteTable } from "./route-table.js";

declare module "fastify" {
  interface FastifyRequest {
    /** How the request is counted and logged. */
    observed: ObservedCall;
  }
}

export interface RequestObservers {
  readonly routes: RouteTable;
  readonly metrics: ServerMetrics;
  readonly log: ServerLog;
  readonly tracer: Tracer;
  /** Whether each request is written to the log. */
  readonly logsAccess: boolean;
}

/** Passes each request through the gate, and counts and logs each answer. */
export function installRequestHooks(fastify: FastifyInstance, gate: RequestGate, observers: RequestObservers): void {
  fastify.decorateRequest("observed");
  fastify.addHook("onRequest", (request, reply, done) => {
    const observed = new ObservedCall(callOf(request, observers.routes), observers.metrics);
    const begin = performance.now();
    request.observed = observed;
    // The framework's own hook does not run for a caller who goes away; this event comes in every case.
    reply.raw.once("close", () => {
      const milliseconds = performance.now() - begin;
      const status = statusOf(reply);
      observed.ended(status, milliseconds / 1000);
      if (observers.logsAccess) {
        const line = accessLine(request.id, observed.operation, status, milliseconds);
        observers.log.info(observed.traceId === undefined ? line : { ...line, trace_id: observed.traceId }, "request");
      }
    });
    const goOn = (): void => {
      const refusal = refusalOf(gate, request, reply);
      if (refusal === undefined) done();
      else {
        afterBody(request, reply, () => {
          done(refusal);
        });
      }
    };
    traceRequest(observers.tracer, request, reply, goOn, statusOf);
  });
}

function refusalOf(gate: RequestGate, request: FastifyRequest, reply: FastifyReply): Error | undefined {
  try {
    gate.admit(request, reply);
    request.observed.reachedApplication = request.routeOptions.url?.startsWith("/v1/") === true;
    return undefined;
  } catch (refusal) {
    return refusal as Error;
  }
}

/** What proxies write for a caller who did not wait for the answer. */
const CALLER_GONE = 499;

function statusOf(reply: FastifyReply): number {
  return reply.raw.writableFinished ? reply.statusCode : CALLER_GONE;
}

/** The access line of the log: these four fields and, when it is traced, the trace. */
export function accessLine(requestId: string, operation: string, status: number, milliseconds: number): object {
  return { request_id: requestId, operation, status, duration_ms: Math.round(milliseconds * 100) / 100 };
}

function callOf(request: FastifyRequest, routes: RouteTable): TransportCall {
  const transport = routes.transportOf(request.raw.url ?? "");
  if (transport === "mcp") return { transport, operation: "other" };
  return { transport, operation: routes.operationOf(request.method, request.routeOptions.url) };
}
