import { randomUUID } from "node:crypto";

import { OceanBaseConfig } from "../../src/platform/config/oceanbase.config.js";
import type { MySqlUrl } from "../../src/platform/config/mysql-url.js";
import { OceanBaseDatabase, type OceanBaseDatabaseOptions } from "../../src/platform/database/database.oceanbase.js";
import { SystemClock } from "../../src/platform/database/system-clock.js";
import { engineUrl, onEngine } from "./test-database.js";

export interface EngineDatabaseOptions extends Partial<Omit<OceanBaseDatabaseOptions, "config" | "clock">> {
  readonly url?: Partial<MySqlUrl>;
  /** Of a proxy in front of the engine, in place of the address. */
  readonly port?: number | undefined;
  readonly poolSize?: number;
  readonly statementTimeoutMs?: number;
  readonly partitions?: number | undefined;
}

/** Opens a database of the engine, the shared one unless told otherwise, and waits for nothing that is not up. */
export function openEngineDatabase(options: EngineDatabaseOptions = {}): Promise<OceanBaseDatabase> {
  const { url, port, poolSize = 4, statementTimeoutMs = 10_000, partitions, ...rest } = options;
  const address = port === undefined ? {} : { address: { host: "127.0.0.1", port } };
  const config = new OceanBaseConfig({ ...engineUrl(), ...address, ...url, poolSize, statementTimeoutMs, partitions });
  return OceanBaseDatabase.open({ config, clock: new SystemClock(), patienceMs: 0, ...rest });
}

/** Makes an empty database. It stays until the engine ends: dropping takes seconds. @returns its name */
export async function emptyDatabase(): Promise<string> {
  const name = `empty_${randomUUID().replaceAll("-", "")}`;
  await onEngine(`CREATE DATABASE ${name}`);
  return name;
}
