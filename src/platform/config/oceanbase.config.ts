import type { Environment } from "./environment.js";
import { MYSQL_FORM, parseMySqlUrl, type DatabaseAddress, type ParsedMySqlUrl } from "./mysql-url.js";

/** How to reach an OceanBase (MySQL mode) database and how hard to use it. */
export class OceanBaseConfig {
  readonly kind = "oceanbase";
  readonly address: DatabaseAddress;
  /** As the engine takes it: `user`, `user@tenant` or `user@tenant#cluster`. */
  readonly user: string;
  readonly password: string;
  readonly database: string;
  /** DATABASE_POOL_SIZE: connections, half of them for writing, 2..128. */
  readonly poolSize: number;
  /** DATABASE_STATEMENT_TIMEOUT_MS: a statement is given up after this, 100..60000. */
  readonly statementTimeoutMs: number;

  constructor(values: Omit<OceanBaseConfig, "kind">) {
    this.address = values.address;
    this.user = values.user;
    this.password = values.password;
    this.database = values.database;
    this.poolSize = values.poolSize;
    this.statementTimeoutMs = values.statementTimeoutMs;
  }

  static parse(environment: Environment): OceanBaseConfig {
    const parsed = parseUrl(environment.text("DATABASE_URL"));
    if (parsed.kind === "refused") environment.refuse("DATABASE_URL", parsed.problem);
    return new OceanBaseConfig({
      ...(parsed.kind === "url" ? parsed.url : NOWHERE),
      poolSize: environment.integer("DATABASE_POOL_SIZE", { min: 2, max: 128, fallback: 16 }),
      statementTimeoutMs: environment.integer("DATABASE_STATEMENT_TIMEOUT_MS", {
        min: 100,
        max: 60_000,
        fallback: 10_000,
      }),
    });
  }
}

const NOWHERE = { address: { host: "", port: 0 }, user: "", password: "", database: "" };

/** A `+driver` suffix, as Python deployments write it, says nothing here. */
function parseUrl(url: string | undefined): ParsedMySqlUrl {
  if (url === undefined)
    return { kind: "refused", problem: `is needed with DATABASE_KIND=oceanbase: write ${MYSQL_FORM}` };
  const match = /^mysql(?:\+[a-z0-9_]+)?:\/\/(.*)$/is.exec(url.trim());
  if (match?.[1] === undefined) return { kind: "refused", problem: `must look like ${MYSQL_FORM}` };
  return parseMySqlUrl(match[1]);
}
