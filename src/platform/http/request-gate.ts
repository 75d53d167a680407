import type { IncomingMessage } from "node:http";

import type { FastifyReply, FastifyRequest } from "fastify";

import { DomainError } from "../../kernel/domain-error.js";
import type { ServerConfig } from "../config/server.config.js";
import type { RuntimeState } from "../runtime-state.js";
import { BearerAuth } from "./bearer-auth.js";
import { isJsonContentType } from "./content-type.js";
import { methodNotAllowed, notFound, unreadableRequest } from "./error-response.js";
import { HostCheck } from "./host-check.js";
import type { RouteTable } from "./route-table.js";

const PROBES: ReadonlySet<string | undefined> = new Set(["/health/live", "/health/ready"]);
const CAPABILITIES = "/v1/capabilities";

/**
 * What every request passes before its body is read, in this order: host, token, path and method, runtime, content
 * type. The probes skip the first two. Capabilities answer without a runtime, so that a caller can ask what there is.
 */
export class RequestGate {
  private readonly hosts: HostCheck;
  private readonly auth: BearerAuth;

  constructor(
    config: Pick<ServerConfig, "http" | "auth">,
    private readonly routes: RouteTable,
    private readonly runtime: RuntimeState,
  ) {
    this.hosts = new HostCheck(config);
    this.auth = new BearerAuth(config.auth);
  }

  /** @throws DomainError with the headers that belong to it set on the reply. */
  admit(request: FastifyRequest, reply: FastifyReply): void {
    if (!PROBES.has(request.routeOptions.url)) this.checkCaller(request, reply);
    if (request.is404) this.refuseRoute(request, reply);
    if (isRuntimeOperation(request)) this.checkRuntime(reply);
    if (request.method === "POST" && !isJsonContentType(request.headers["content-type"])) {
      throw unreadableRequest("must be application/json", "content-type");
    }
  }

  /** Host, Origin and token. @throws DomainError */
  checkCaller(request: FastifyRequest, reply: FastifyReply): void {
    this.hosts.check(namedHosts(request.raw), request.headers.origin);
    try {
      this.auth.check(request.headers.authorization);
    } catch (refusal) {
      void reply.header("www-authenticate", "Bearer");
      throw refusal;
    }
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

function isRuntimeOperation(request: FastifyRequest): boolean {
  const { url, config } = request.routeOptions;
  return (url?.startsWith("/v1/") === true && url !== CAPABILITIES) || config.transport === "mcp";
}

/** Every host a request names: its Host headers, of which the framework shows one, and that of an absolute target. */
function namedHosts({ rawHeaders, url }: IncomingMessage): readonly string[] {
  const headers = rawHeaders.filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === "host");
  const target = /^https?:\/\/([^/?#]*)/i.exec(url ?? "")?.[1];
  return target === undefined ? headers : [...headers, target];
}
