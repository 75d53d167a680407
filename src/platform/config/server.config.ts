import { StartError } from "../../kernel/start-error.js";
import { AuthConfig } from "./auth.config.js";
import { type DatabaseConfig, parseDatabaseConfig } from "./database.config.js";
import { Environment, SERVER_PREFIX, type Variables } from "./environment.js";
import { HttpConfig } from "./http.config.js";
import { InferenceConfig } from "./inference.config.js";
import { LoggingConfig } from "./logging.config.js";
import { type Machine, thisMachine } from "./machine.js";
import { McpConfig } from "./mcp.config.js";
import { RuntimeConfig } from "./runtime.config.js";
import { type Notice, settingNotices } from "./setting-notices.js";
import { TracingConfig } from "./tracing.config.js";

/** Everything the server is told from outside, parsed once. No other code reads an environment variable. */
export class ServerConfig {
  readonly http: HttpConfig;
  readonly auth: AuthConfig;
  readonly mcp: McpConfig;
  readonly database: DatabaseConfig;
  readonly inference: InferenceConfig;
  readonly runtime: RuntimeConfig;
  readonly logging: LoggingConfig;
  /** METRICS_ENABLED: whether GET /metrics answers. */
  readonly metricsEnabled: boolean;
  readonly tracing: TracingConfig;
  /** What the log should say about the settings once it is open. */
  readonly notices: readonly Notice[];

  constructor(values: ServerConfig) {
    this.http = values.http;
    this.auth = values.auth;
    this.mcp = values.mcp;
    this.database = values.database;
    this.inference = values.inference;
    this.runtime = values.runtime;
    this.logging = values.logging;
    this.metricsEnabled = values.metricsEnabled;
    this.tracing = values.tracing;
    this.notices = values.notices;
  }
}

/**
 * Parses the process's environment variables.
 *
 * @throws StartError that names every variable with a problem, and no value.
 */
export function parseServerConfig(variables: Variables = process.env, machine: Machine = thisMachine()): ServerConfig {
  const environment = new Environment(variables);
  const auth = AuthConfig.parse(environment, machine);
  const http = HttpConfig.parse(environment, auth);
  const mcp = McpConfig.parse(environment);
  const database = parseDatabaseConfig(environment, machine);
  const inference = InferenceConfig.parse(environment);
  const runtime = RuntimeConfig.parse(environment);
  const logging = LoggingConfig.parse(environment);
  const metricsEnabled = environment.flag("METRICS_ENABLED", true);
  const tracing = TracingConfig.parse(environment, machine);
  refuseScheduleWithoutModel(environment);
  if (environment.problems.length > 0) {
    throw new StartError(
      `The settings are not valid: ${environment.problems.join("; ")}.`,
      "Correct them and start again.",
    );
  }
  // Last, when everything that this version reads has been asked for.
  const notices = settingNotices(environment.unread, auth, http);
  return new ServerConfig({ http, auth, mcp, database, inference, runtime, logging, metricsEnabled, tracing, notices });
}

/** A schedule extracts with a model; without one it could do nothing. */
function refuseScheduleWithoutModel(environment: Environment): void {
  if (environment.isSet("INFERENCE_GENERATION_MODEL")) return;
  for (const name of ["RUNTIME_SCHEDULE_SECONDS", "RUNTIME_EXPERIENCE_SCHEDULE_SECONDS"]) {
    if (!environment.isSet(name)) continue;
    environment.refuse(name, `needs a model: set ${SERVER_PREFIX}INFERENCE_GENERATION_MODEL with it`);
  }
}
