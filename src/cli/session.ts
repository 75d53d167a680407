import { PowerContextClient } from "../client/index.js";
import { deadlineAt } from "../checkout/deadline.js";
import { scopeOf } from "../checkout/scope.js";
import { ScopeUnknown } from "../checkout/scope-unknown.js";
import { type ClientConfig, parseClientConfig } from "../platform/config/client.config.js";
import { CommandError } from "./failure.js";
import { type Paint, painter } from "./output.js";
import { type ServerAddress, serverAddress } from "./server-address.js";

/** How long after the start of the process git may still be asked. */
const GIT_MS = 5_000;
const SCOPE_UNKNOWN =
  "The scope of this folder is not known: a file of its git repository cannot be read, or git does not answer. Name the scope with --scope.";

/** What every command that asks a server takes. */
export interface ServerOptions {
  readonly server?: string;
  readonly json?: true;
}

export interface ScopedOptions extends ServerOptions {
  readonly scope?: string;
}

/** A client as the command line and the settings want it. */
export interface Session {
  readonly config: ClientConfig;
  readonly address: ServerAddress;
  readonly client: PowerContextClient;
  readonly json: boolean;
  readonly paint: Paint;
}

/** @throws UsageError, StartError when the command line or a setting is wrong. */
export function openSession(options: ServerOptions): Session {
  const config = parseClientConfig();
  const address = serverAddress(config, options.server);
  return {
    config,
    address,
    client: new PowerContextClient(address),
    json: options.json === true,
    paint: painter(process.stdout, config.noColor),
  };
}

export interface ScopedSession extends Session {
  readonly scope: string;
}

/** With the scope that is named, or else the one that the hooks use in this folder. */
export async function openScope(options: ScopedOptions): Promise<ScopedSession> {
  const session = openSession(options);
  return { ...session, scope: options.scope ?? (await scopeOfFolder(session.config)) };
}

async function scopeOfFolder({ scopeId, environment }: ClientConfig): Promise<string> {
  const chosen = scopeId?.trim() ?? "";
  try {
    return await scopeOf(process.cwd(), chosen === "" ? undefined : chosen, environment, deadlineAt(GIT_MS));
  } catch (error) {
    if (error instanceof ScopeUnknown) throw new CommandError("scope_unknown", SCOPE_UNKNOWN);
    throw error;
  }
}
