import type { FastifyReply, FastifyRequest } from "fastify";

import type { Tracer } from "../../kernel/tracer.port.js";
import { isOperation } from "./request-gate.js";

const FAILED = 500;

/**
 * Goes on with a request as a span, part of its caller's trace if that is known, until it is answered or its caller has gone.
 * Probes, pages, metrics and unknown paths would be most of all traces and are none. Of the request itself it keeps the
 * method, the route and the request id: a path or a header may hold anything.
 */
export function traceRequest(
  tracer: Tracer,
  request: FastifyRequest,
  reply: FastifyReply,
  goOn: () => void,
  statusOf: (reply: FastifyReply) => number,
): void {
  if (!tracer.isOn || !isOperation(request)) {
    goOn();
    return;
  }
  const route = request.routeOptions.url ?? "";
  const start = {
    name: `${request.method} ${route}`,
    kind: "server",
    partOf: tracer.callerOf(request.headers["traceparent"] as string | undefined) ?? "nothing",
    attributes: {
      "http.request.method": request.method,
      "http.route": route,
      "powercontext.request_id": request.id,
    },
  } as const;
  void tracer.trace(start, async (span) => {
    request.observed.traceId = span.traceId;
    await new Promise<void>((answered) => {
      reply.raw.once("close", answered);
      goOn();
    });
    const status = statusOf(reply);
    span.set({ "http.response.status_code": status });
    if (status >= FAILED) span.fail(String(status));
  });
}
