import { DomainError } from "../../kernel/domain-error.js";
import { hostName, isLoopbackName } from "../config/host-name.js";
import type { ServerConfig } from "../config/server.config.js";

/**
 * Refuses requests that a web page made a browser send: through a name of its own that resolves to this server
 * (DNS rebinding), or from its own origin. A page cannot know a bearer token, so with authentication on the check only
 * runs when HTTP_ALLOWED_HOSTS asks for it; a team's server then answers under whatever name its proxy has.
 */
export class HostCheck {
  private readonly enforced: boolean;
  private readonly names: ReadonlySet<string>;

  constructor(config: Pick<ServerConfig, "http" | "auth">) {
    this.enforced = !config.auth.enabled || config.http.allowedHosts.length > 0;
    this.names = new Set([config.http.host.toLowerCase(), ...config.http.allowedHosts]);
  }

  /** @param hosts every host the request names; none is refused like a foreign one. @throws DomainError `forbidden` */
  check(hosts: readonly string[], origin: string | undefined): void {
    if (!this.enforced) return;
    if (hosts.length === 0 || !hosts.every((host) => this.accepts(hostName(host)))) throw forbidden("Host");
    if (origin !== undefined && !this.accepts(originName(origin))) throw forbidden("Origin");
  }

  private accepts(name: string | undefined): boolean {
    return name !== undefined && (isLoopbackName(name) || this.names.has(name));
  }
}

/** Undefined for the `null` of a sandboxed page and for anything that is no origin. */
function originName(origin: string): string | undefined {
  const authority = /^https?:\/\/([^/]+)$/i.exec(origin)?.[1];
  return authority === undefined ? undefined : hostName(authority);
}

function forbidden(header: "Host" | "Origin"): DomainError {
  return new DomainError(
    "forbidden",
    `The ${header} header names a host this server does not answer for. Its operator can add it to HTTP_ALLOWED_HOSTS.`,
  );
}
