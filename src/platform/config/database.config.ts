import type { Environment } from "./environment.js";
import type { Machine } from "./machine.js";
import { OceanBaseConfig } from "./oceanbase.config.js";
import { SqliteConfig } from "./sqlite.config.js";

/** Which database holds the state, and how it is reached. */
export type DatabaseConfig = SqliteConfig | OceanBaseConfig;

export type DatabaseKind = DatabaseConfig["kind"];

const KINDS = { sqlite: SqliteConfig, oceanbase: OceanBaseConfig } as const;

/** DATABASE_KIND chooses; the other settings are those of the chosen one. */
export function parseDatabaseConfig(environment: Environment, machine: Machine): DatabaseConfig {
  return KINDS[environment.choice("DATABASE_KIND", ["sqlite", "oceanbase"], "sqlite")].parse(environment, machine);
}
