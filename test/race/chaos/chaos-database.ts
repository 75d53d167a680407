import { join } from "node:path";

import { createConnection } from "mysql2/promise";

import { startEngineProcess, type EngineProcess } from "../../support/engine-process.js";
import { withRawSqlite } from "../../support/raw-sqlite.js";

/** The database that all servers share. */
export interface ChaosDatabase {
  /** For each server, without prefix. */
  readonly settings: Readonly<Record<string, string>>;
  /** Runs one statement past everything of ours. @returns its rows, if it has any */
  run<Row>(sql: string): Promise<readonly Row[]>;
  /** Ends it as a power cut would, and starts it again on the same data. Undefined for a file, which nobody serves. */
  readonly restart: (() => Promise<void>) | undefined;
  dispose(): Promise<void>;
}

/** The file that servers with this data directory open. */
export function fileDatabase(dataDir: string): ChaosDatabase {
  const path = join(dataDir, "powercontext-node.db");
  return {
    settings: {},
    run: <Row>(sql: string) =>
      withRawSqlite(path, "write", async (file) => {
        await file.exec("PRAGMA busy_timeout = 10000");
        return file.all<Row>(sql);
      }),
    restart: undefined,
    dispose: () => Promise.resolve(),
  };
}

/** An engine of its own. */
export async function engineDatabase(): Promise<ChaosDatabase> {
  let engine: EngineProcess = await startEngineProcess();
  const { socketPath } = engine.address;
  return {
    settings: {
      DATABASE_KIND: "oceanbase",
      DATABASE_URL: `mysql://root@localhost/test?socketPath=${socketPath}`,
      DATABASE_POOL_SIZE: "8",
    },
    run: async <Row>(sql: string) => {
      const connection = await createConnection({ socketPath, user: "root", database: "test" });
      try {
        const [rows] = await connection.query(sql);
        return rows as unknown as readonly Row[];
      } finally {
        await connection.end();
      }
    },
    restart: async () => {
      await engine.kill();
      engine = await startEngineProcess(engine.folder);
    },
    dispose: () => engine.dispose(),
  };
}
