import { StartError } from "../../kernel/start-error.js";
import { CLIENT_PREFIX, Environment, type Variables } from "./environment.js";

const DEFAULT_SERVER_URL = "http://127.0.0.1:8000";
const BEARER = /^[\x21-\x7e]+$/;

/** What the commands that ask a server are told from outside. Read from the environment alone, never from a `.env`. */
export class ClientConfig {
  /** SERVER_URL: where the server is; a path in front of it stays. */
  readonly serverUrl: string;
  /** TIMEOUT, in milliseconds: how long one answer is waited for. Undefined: 10 s, and 60 s for what waits for a model. */
  readonly timeoutMs: number | undefined;
  /** API_TOKEN: sent as bearer token. Undefined sends none. */
  readonly token: string | undefined;
  /** SCOPE_ID: used instead of the scope of the checkout. */
  readonly scopeId: string | undefined;
  /** NO_COLOR, in every tool's meaning. */
  readonly noColor: boolean;
  /** All of them: what git, when it is asked, is started with. */
  readonly environment: Variables;
  /** Names of variables with the prefix that nothing here reads: probably misspelt. */
  readonly unknown: readonly string[];

  constructor(values: ClientConfig) {
    this.serverUrl = values.serverUrl;
    this.timeoutMs = values.timeoutMs;
    this.token = values.token;
    this.scopeId = values.scopeId;
    this.noColor = values.noColor;
    this.environment = values.environment;
    this.unknown = values.unknown;
  }
}

/**
 * Parses the process's environment variables.
 *
 * @throws StartError that names every variable with a problem, and no value.
 */
export function parseClientConfig(variables: Variables = process.env): ClientConfig {
  const environment = new Environment(variables, CLIENT_PREFIX);
  const timeoutSeconds = environment.seconds("TIMEOUT", { min: 0.1, max: 3_600 });
  const values = {
    serverUrl: environment.text("SERVER_URL")?.trim() ?? DEFAULT_SERVER_URL,
    timeoutMs: timeoutSeconds === undefined ? undefined : timeoutSeconds * 1_000,
    token: environment.text("API_TOKEN"),
    scopeId: environment.text("SCOPE_ID"),
    environment: variables,
    noColor: environment.shared("NO_COLOR") !== undefined,
  };
  if (values.token !== undefined && !BEARER.test(values.token)) {
    environment.refuse("API_TOKEN", "must be printable ASCII without spaces and line breaks");
  }
  if (environment.problems.length > 0) {
    throw new StartError(
      `The settings are not valid: ${environment.problems.join("; ")}.`,
      "Correct them and try again.",
    );
  }
  return new ClientConfig({ ...values, unknown: environment.unread.map((name) => CLIENT_PREFIX + name) });
}
