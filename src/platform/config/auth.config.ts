import type { Environment } from "./environment.js";
import type { Machine } from "./machine.js";

/** Who may call. */
export class AuthConfig {
  /** Whether a bearer token is needed for everything but the two probes. */
  readonly enabled: boolean;
  /** Every accepted token: AUTH_TOKEN and the lines of AUTH_TOKENS_FILE. Printable ASCII without space; never empty when enabled. */
  readonly tokens: readonly string[];

  constructor(values: { readonly enabled: boolean; readonly tokens: readonly string[] }) {
    this.enabled = values.enabled;
    this.tokens = values.tokens;
  }

  /** AUTH_ENABLED unset means: on exactly when there is a token. */
  static parse(environment: Environment, machine: Machine): AuthConfig {
    const tokens = [...new Set([...singleToken(environment), ...tokensFromFile(environment, machine)])];
    const enabled = environment.flag("AUTH_ENABLED") ?? tokens.length > 0;
    if (enabled && tokens.length === 0) {
      environment.refuse(
        "AUTH_ENABLED",
        "is true but there is no token: set POWERCONTEXT_SERVER_AUTH_TOKEN or POWERCONTEXT_SERVER_AUTH_TOKENS_FILE",
      );
    }
    return new AuthConfig({ enabled, tokens });
  }
}

const TOKEN = /^[\x21-\x7E]+$/;

function singleToken(environment: Environment): readonly string[] {
  const token = environment.text("AUTH_TOKEN");
  if (token === undefined) return [];
  if (!TOKEN.test(token)) environment.refuse("AUTH_TOKEN", "must be printable ASCII without spaces");
  return [token];
}

function tokensFromFile(environment: Environment, machine: Machine): readonly string[] {
  const path = environment.text("AUTH_TOKENS_FILE");
  if (path === undefined) return [];
  const lines = readLines(machine, path);
  if (lines === undefined) {
    environment.refuse("AUTH_TOKENS_FILE", "names a file that cannot be read");
    return [];
  }
  const tokens = lines.map((line) => line.trim()).filter((line) => line !== "");
  if (tokens.length === 0) environment.refuse("AUTH_TOKENS_FILE", "names a file without a token: write one a line");
  if (!tokens.every((token) => TOKEN.test(token))) {
    environment.refuse("AUTH_TOKENS_FILE", "has a line that is not printable ASCII without spaces");
  }
  return tokens;
}

function readLines(machine: Machine, path: string): readonly string[] | undefined {
  try {
    return machine.readTextFile(path).split("\n");
  } catch {
    return undefined;
  }
}
