import type { IncomingMessage } from "node:http";

import type { FastifyReply, FastifyRequest } from "fastify";

import { DomainError } from "../../kernel/domain-error.js";
import type { ServerConfig } from "../config/server.config.js";
import type { RuntimeState } from "../runtime-state.js";
import { BearerAuth } from "./bearer-auth.js";
import { clientNetwork } from "./guards/client-network.policy.js";
import type { LaneName, RequestGuards } from "./guards/request-guards.js";
import { isJsonContentType } from "./content-type.js";
import { methodNotAllowed, notFound, unreadableRequest } from "./error-response.js";
import { HostCheck } from "./host-check.js";
import type { RouteTable } from "./route-table.js";

const PROBES: ReadonlySet<string | undefined> = new Set(["/health/live", "/health/ready"]);
const CAPABILITIES = "/v1/capabilities";

/**
 * What every request passes before it queues for its turn, in this order: host, token, path and method, rate, runtime,
 * content type. The probes skip the first two. Capabilities answer without a runtime, so that a caller can ask what there is.
 */
export class RequestGate {
  private readonly hosts: HostCheck;
  private readonly auth: BearerAuth;

  constructor(
    config: Pick<ServerConfig, "http" | "auth">,
    private readonly routes: RouteTable,
    private readonly runtime: RuntimeState,
    private readonly guards: RequestGuards,
  ) {
    this.hosts = new HostCheck(config);
    this.auth = new BearerAuth(config.auth);
  }

  /** @throws DomainError with the headers that belong to it set on the reply. */
  admit(request: FastifyRequest, reply: FastifyReply): void {
    const token = PROBES.has(request.routeOptions.url) ? undefined : this.checkCaller(request, reply);
    if (request.is404) this.refuseRoute(request, reply);
    if (isOperation(request)) this.checkRate(token, request, reply);
    if (isRuntimeOperation(request)) this.checkRuntime(reply);
    if (request.method === "POST" && !isJsonContentType(request.headers["content-type"])) {
      throw unreadableRequest("must be application/json", "content-type");
    }
  }

  /** Host, Origin and token. @returns which token it was, see BearerAuth. @throws DomainError */
  checkCaller(request: FastifyRequest, reply: FastifyReply): number | undefined {
    this.hosts.check(namedHosts(request.raw), request.headers.origin);
    try {
      return this.auth.check(request.headers.authorization);
    } catch (refusal) {
      void reply.header("www-authenticate", "Bearer");
      throw refusal;
    }
  }

  /** Whoever has a token is known by it. Everybody else is whom the connection comes from: a header can be made up. */
  private checkRate(token: number | undefined, request: FastifyRequest, reply: FastifyReply): void {
    this.guards.checkRate(
      () => (token === undefined ? clientNetwork(request.raw.socket.remoteAddress) : `token ${String(token)}`),
      (seconds) => void reply.header("retry-after", String(seconds)),
    );
  }

  private refuseRoute(request: FastifyRequest, reply: FastifyReply): never {
    const methods = this.routes.methodsOf(request.raw.url ?? "");
    if (methods.length === 0) throw notFound();
    void reply.header("allow", methods.join(", "));
    throw methodNotAllowed();
  }

  private checkRuntime(reply: FastifyReply): void {
    if (this.runtime.isReady) return;
    if (this.runtime.phase === "stopping") void reply.header("connection", "close");
    throw new DomainError("runtime_not_ready", "The server is starting, stopping or has no runtime. Retry later.");
  }
}

/** What a request queues for; undefined when it needs no runtime, and so nothing that could be short. */
export function laneOf(request: FastifyRequest): LaneName | undefined {
  return isRuntimeOperation(request) ? (request.routeOptions.config.lane ?? "standard") : undefined;
}

function isRuntimeOperation(request: FastifyRequest): boolean {
  return isOperation(request) && request.routeOptions.url !== CAPABILITIES;
}

/** Whether it is what clients come for, and no probe or page. */
export function isOperation({ routeOptions: { url, config } }: FastifyRequest): boolean {
  return url?.startsWith("/v1/") === true || config.transport === "mcp";
}

/** Every host a request names: its Host headers, of which the framework shows one, and that of an absolute target. */
function namedHosts({ rawHeaders, url }: IncomingMessage): readonly string[] {
  const headers = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
  const target = /^https?:\/\/([^/?#]*)/i.exec(url ?? "")?.[1];
  return target === undefined ? headers : [...headers, target];
}
