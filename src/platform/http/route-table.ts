import type { FastifyInstance } from "fastify";

import type { TransportName } from "../telemetry/server-metrics.js";
import { openApiDocument } from "./contract/openapi-document.js";
import type { LaneName } from "./guards/request-guards.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** What a route speaks when it is not the HTTP of the contract. */
    transport?: TransportName;
    /** What a route of an operation queues for when it is not `standard`. */
    lane?: LaneName;
  }
}

/** Labels for requests that are no operation of the contract; one word for all of them keeps metrics small. */
const UNKNOWN = "unknown";
const OTHER = "other";

/** What is served under which path, learnt from the router while it is filled. */
export class RouteTable {
  private readonly methods = new Map<string, Set<string>>();
  private readonly transports = new Map<string, TransportName>();
  private readonly operations = contractOperations();

  /** Must run before the first route is added. */
  observe(fastify: FastifyInstance): void {
    fastify.addHook("onRoute", ({ url, method, config }) => {
      const known = this.methods.get(url) ?? new Set<string>();
      for (const name of [method].flat()) known.add(name);
      this.methods.set(url, known);
      if (config?.transport !== undefined) this.transports.set(url, config.transport);
    });
  }

  /** The methods of a request's path, for the Allow header. Empty when nothing is served there. */
  methodsOf(target: string): readonly string[] {
    return [...(this.methods.get(pathOf(target)) ?? [])].sort();
  }

  /** What is spoken under a request's path, whatever its method. */
  transportOf(target: string): TransportName {
    return this.transports.get(pathOf(target)) ?? "http";
  }

  /** The operationId of a matched route, or a word for everything that has none. */
  operationOf(method: string, routeUrl: string | undefined): string {
    if (routeUrl === undefined) return UNKNOWN;
    return this.operations.get(`${method} ${routeUrl}`) ?? OTHER;
  }
}

function pathOf(target: string): string {
  return /^[^?#]*/.exec(target)?.[0].replace(/\/$/, "") ?? "";
}

function contractOperations(): ReadonlyMap<string, string> {
  const operations = new Map<string, string>();
  for (const [path, item] of Object.entries(openApiDocument().paths)) {
    for (const [method, operation] of Object.entries(item)) {
      const operationId = (operation as { readonly operationId?: string }).operationId;
      if (operationId !== undefined) operations.set(`${method.toUpperCase()} ${path}`, operationId);
    }
  }
  return operations;
}
