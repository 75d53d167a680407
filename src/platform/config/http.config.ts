import type { AuthConfig } from "./auth.config.js";
import type { Environment } from "./environment.js";
import { GuardsConfig } from "./guards.config.js";
import { hostName, isLoopbackName } from "./host-name.js";

/** Where the server listens, under which names it answers, and how much it takes on. */
export class HttpConfig {
  /** HTTP_HOST, an address or a name, without brackets. */
  readonly host: string;
  /** HTTP_PORT; 0 takes any free one. */
  readonly port: number;
  /** HTTP_ALLOWED_HOSTS: host names, lower case and without a port, accepted beside the loopback names and `host`. */
  readonly allowedHosts: readonly string[];
  readonly guards: GuardsConfig;

  constructor(values: HttpConfig) {
    this.host = values.host;
    this.port = values.port;
    this.allowedHosts = values.allowedHosts;
    this.guards = values.guards;
  }

  /** Refuses to be reachable from other machines without authentication, unless AUTH_ALLOW_ANONYMOUS says so. */
  static parse(environment: Environment, auth: AuthConfig): HttpConfig {
    const host = (environment.text("HTTP_HOST")?.trim() ?? "127.0.0.1").replace(/^\[(.*)\]$/, "$1");
    const anonymous = environment.flag("AUTH_ALLOW_ANONYMOUS", false);
    if (!isLoopbackName(host) && !auth.enabled && !anonymous) {
      environment.refuse(
        "HTTP_HOST",
        "is reachable from other machines, and anyone there could read and write every memory: " +
          "set POWERCONTEXT_SERVER_AUTH_TOKEN, or POWERCONTEXT_SERVER_AUTH_ALLOW_ANONYMOUS=true to allow that",
      );
    }
    return new HttpConfig({
      host,
      port: environment.integer("HTTP_PORT", { min: 0, max: 65_535, fallback: 8000 }),
      allowedHosts: parseAllowedHosts(environment),
      guards: GuardsConfig.parse(environment),
    });
  }
}

function parseAllowedHosts(environment: Environment): readonly string[] {
  const names = environment.list("HTTP_ALLOWED_HOSTS").map(hostName);
  if (names.includes(undefined)) {
    environment.refuse("HTTP_ALLOWED_HOSTS", "must be a comma list of host names such as memory.example.com");
  }
  return names.filter((name) => name !== undefined);
}
