import type { Environment } from "./environment.js";
import { MYSQL_FORM, parseMySqlUrl, type DatabaseAddress, type ParsedMySqlUrl } from "./mysql-url.js";

/** How to reach an OceanBase (MySQL mode) database and how hard to use it. */
export class OceanBaseConfig {
  readonly kind = "oceanbase";
  readonly address: DatabaseAddress;
  /** As the engine takes it: `user`, `user@tenant` or `user@tenant#cluster`. */
  readonly user: string;
  /** DATABASE_PASSWORD as it is, else the one in DATABASE_URL, percent-decoded. */
  readonly password: string;
  readonly database: string;
  /** DATABASE_POOL_SIZE: connections, half of them for writing, 2..128. */
  readonly poolSize: number;
  /** DATABASE_STATEMENT_TIMEOUT_MS: a statement is given up after this, 100..60000. */
  readonly statementTimeoutMs: number;
  /**
   * DATABASE_PARTITIONS: over how many partitions the tables of a new database are spread, 1..64, where 1 and undefined are
   * none (docs/adr/0028). A database that has tables keeps what it was made with.
   */
  readonly partitions: number | undefined;

  constructor(values: Omit<OceanBaseConfig, "kind" | "partitions"> & { readonly partitions?: number | undefined }) {
    this.address = values.address;
    this.user = values.user;
    this.password = values.password;
    this.database = values.database;
    this.poolSize = values.poolSize;
    this.statementTimeoutMs = values.statementTimeoutMs;
    this.partitions = values.partitions;
  }

  static parse(environment: Environment): OceanBaseConfig {
    const parsed = parseUrl(environment.text("DATABASE_URL"));
    if (parsed.kind === "refused") environment.refuse("DATABASE_URL", parsed.problem);
    const url = parsed.kind === "url" ? parsed.url : NOWHERE;
    return new OceanBaseConfig({
      ...url,
      password: environment.text("DATABASE_PASSWORD") ?? url.password,
      poolSize: environment.integer("DATABASE_POOL_SIZE", { min: 2, max: 128, fallback: 16 }),
      statementTimeoutMs: environment.integer("DATABASE_STATEMENT_TIMEOUT_MS", {
        min: 100,
        max: 60_000,
        fallback: 10_000,
      }),
      partitions: parsePartitions(environment),
    });
  }
}

const NOWHERE = { address: { host: "", port: 0 }, user: "", password: "", database: "" };

function parsePartitions(environment: Environment): number | undefined {
  const isAsked = environment.text("DATABASE_PARTITIONS") !== undefined;
  return isAsked ? environment.integer("DATABASE_PARTITIONS", { min: 1, max: 64, fallback: 1 }) : undefined;
}

/** A `+driver` suffix, as Python deployments write it, says nothing here. */
function parseUrl(url: string | undefined): ParsedMySqlUrl {
  if (url === undefined)
    return { kind: "refused", problem: `is needed with DATABASE_KIND=oceanbase: write ${MYSQL_FORM}` };
  const match = /^mysql(?:\+[a-z0-9_]+)?:\/\/(.*)$/is.exec(url.trim());
  if (match?.[1] === undefined) return { kind: "refused", problem: `must look like ${MYSQL_FORM}` };
  return parseMySqlUrl(match[1]);
}
