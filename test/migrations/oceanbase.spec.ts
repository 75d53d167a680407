import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readMigrationSteps } from "../../src/platform/database/migration-files.js";
import { Api } from "../support/api.js";
import { emptyDatabase, openEngineDatabase } from "../support/engine-database.js";
import { beginServer, startServer, type ServerProcess } from "../support/server-process.js";
import { startProxy } from "../support/tcp-proxy.js";
import { engineUrl, engineUrlOf, onEngine } from "../support/test-database.js";
import { until } from "../support/until.js";

const STEPS = readMigrationSteps("oceanbase");
const TABLES = STEPS.filter(({ sql }) => sql.includes("CREATE TABLE")).length + 1;

interface LedgerRow {
  readonly step: number;
  readonly name: string;
  readonly checksum: string;
  readonly compatible_from: number;
  readonly applied_at: number;
}

describe("the migrations of an OceanBase database", () => {
  let database: string;
  const dataDirs: string[] = [];
  const servers: ServerProcess[] = [];

  beforeEach(async () => {
    database = await emptyDatabase();
  });

  afterEach(async () => {
    for (const server of servers.splice(0)) await server.dispose();
    for (const path of dataDirs.splice(0)) await rm(path, { recursive: true, force: true });
  });

  const migrate = async (name = database): Promise<void> => {
    await (await openEngineDatabase({ url: { database: name } })).close();
  };

  const dataDir = async (): Promise<string> => {
    const path = await mkdtemp(join(tmpdir(), "powercontext-"));
    dataDirs.push(path);
    return path;
  };

  const start = async (): Promise<ServerProcess> => {
    const server = await startServer({ dataDir: await dataDir(), env: { DATABASE_URL: engineUrlOf(database) } });
    servers.push(server);
    return server;
  };

  const urlThrough = (port: number): string => `mysql://root@127.0.0.1:${String(port)}/${database}`;

  const ledger = async (name = database): Promise<readonly LedgerRow[]> =>
    (await onEngine(
      "SELECT step, CAST(name AS CHAR) AS name, CAST(checksum AS CHAR) AS checksum, compatible_from, applied_at FROM migration ORDER BY step",
      name,
    )) as readonly LedgerRow[];

  it("let five servers that start together on an empty database all open it, whoever makes its tables", async () => {
    for (const name of [database, await emptyDatabase(), await emptyDatabase()]) {
      await Promise.all(Array.from({ length: 5 }, () => migrate(name)));
      expect(await ledger(name)).toHaveLength(readMigrationSteps("oceanbase").length);
    }
  });

  it("make an empty database with every step in the ledger, and do nothing to it again", async () => {
    await migrate();
    const rows = await ledger();
    expect(rows).toEqual(
      STEPS.map(({ step, name, checksum, compatibleFrom }) => ({
        ...{ step, name, checksum, compatible_from: compatibleFrom },
        applied_at: expect.any(Number) as unknown,
      })),
    );
    const before = await schemaOf(database);
    expect(Object.keys(before)).toHaveLength(TABLES);
    await onEngine("INSERT INTO scope (scope_id) VALUES ('kept')", database);
    await migrate();
    expect(await schemaOf(database)).toEqual(before);
    expect(await ledger()).toEqual(rows);
    expect(await onEngine("SELECT CAST(scope_id AS CHAR) AS id FROM scope", database)).toEqual([{ id: "kept" }]);
  });

  it("refuse a database whose steps are not the ones we have", async () => {
    await migrate();
    await onEngine("UPDATE migration SET checksum = 'other' WHERE step = 4", database);
    await expect(migrate()).rejects.toThrow(
      "Migration 0004-memory-head differs from the one this database was made with.",
    );
  });

  it("give every scope that is there its cursors, due at once, also when they are run a second time", async () => {
    await migrate();
    const whole = await schemaOf(database);
    await onEngine("INSERT INTO scope (scope_id) VALUES ('one'), ('two')", database);
    // As a server leaves it that dies between a step and its record: the table and the column are there.
    await onEngine("DELETE FROM migration WHERE step BETWEEN 16 AND 22", database);
    const cursors = async () =>
      (await onEngine(
        `SELECT binding, position, failures, next_attempt_at, claim, claimed_until FROM source_cursor
         ORDER BY scope_key, binding`,
        database,
      )) as readonly object[];
    expect(await cursors()).toEqual([]);
    await migrate();
    const due = { position: 0, failures: 0, next_attempt_at: 0, claim: null, claimed_until: null };
    expect(await cursors()).toEqual([1, 2, 1, 2].map((binding) => ({ binding, ...due })));
    await onEngine("UPDATE source_cursor SET position = 9 WHERE binding = 1", database);
    await onEngine("DELETE FROM migration WHERE step BETWEEN 19 AND 20", database);
    await migrate();
    expect(await cursors()).toEqual(
      [9, 0, 9, 0].map((position, index) => ({ binding: 1 + (index % 2), ...due, position })),
    );
    expect(await schemaOf(database)).toEqual(whole);
    expect((await ledger()).map(({ name }) => name)).toEqual(STEPS.map(({ name }) => name));
  });

  it("give every scope that is there its inbox, also when they are run a second time", async () => {
    await migrate();
    await onEngine("INSERT INTO scope (scope_id) VALUES ('one'), ('two')", database);
    await onEngine("DELETE FROM migration WHERE step BETWEEN 28 AND 39", database);
    const heads = async () =>
      onEngine("SELECT last_candidate, index_version FROM review_head ORDER BY scope_key", database);
    expect(await heads()).toEqual([]);
    await migrate();
    expect(await heads()).toEqual(Array(2).fill({ last_candidate: 0, index_version: null }));
    await onEngine("UPDATE review_head SET last_candidate = 5", database);
    await onEngine("DELETE FROM migration WHERE step = 30", database);
    await migrate();
    expect(await heads()).toEqual(Array(2).fill({ last_candidate: 5, index_version: null }));
  });

  it.each([1, 12, 20])("reach the same schema after a kill between step %i and its record", async (step) => {
    const whole = await emptyDatabase();
    await migrate(whole);
    const proxy = await startProxy(engineUrl().address);
    const columns = "(step, name, checksum, compatible_from, applied_at)";
    const happened = proxy.once(`INSERT INTO migration ${columns} VALUES (${String(step)},`, "stall");
    const killed = beginServer({ DATABASE_KIND: "oceanbase", DATABASE_URL: urlThrough(proxy.port) }, await dataDir());
    await happened;
    await killed.kill("SIGKILL");
    await proxy.close();
    expect((await ledger()).map((row) => row.step)).toEqual(STEPS.slice(0, step - 1).map((done) => done.step));
    await start();
    expect(await schemaOf(database)).toEqual(await schemaOf(whole));
    expect((await ledger()).map(({ name }) => name)).toEqual(STEPS.map(({ name }) => name));
  });

  it("run once when three servers start on an empty database at once, and all serve", async () => {
    const started = await Promise.all([start(), start(), start()]);
    const written = await Promise.all(
      started.map(({ url }, index) => new Api(url).scope("new").remember(`from ${String(index)}`)),
    );
    expect(written.map(({ memory }) => memory.revision).sort()).toEqual([1, 2, 3]);
    expect((await ledger()).map(({ name }) => name)).toEqual(STEPS.map(({ name }) => name));
  });

  it("are waited for by a server that starts in the middle of them, longer than any statement may take", async () => {
    const proxy = await startProxy(engineUrl().address);
    const held = proxy.hold("-- The append-only journal.");
    const first = openEngineDatabase({ url: { database }, port: proxy.port });
    const release = await held;
    const begin = performance.now();
    let isOpen = false;
    const second = openEngineDatabase({ url: { database }, statementTimeoutMs: 500 }).then((opened) => {
      isOpen = true;
      return opened;
    });
    await until(() => performance.now() - begin > 3_000);
    expect(isOpen).toBe(false);
    release();
    for (const opened of await Promise.all([first, second])) await opened.close();
    await proxy.close();
    expect((await ledger()).map(({ name }) => name)).toEqual(STEPS.map(({ name }) => name));
  });

  it("go on at once when the server that ran them is gone", async () => {
    const proxy = await startProxy(engineUrl().address);
    const held = proxy.hold("-- The append-only journal.");
    const first = expect(openEngineDatabase({ url: { database }, port: proxy.port })).rejects.toThrow(
      "cannot be reached",
    );
    await held;
    const second = openEngineDatabase({ url: { database } });
    proxy.cutAll();
    await proxy.close();
    await first;
    await (await second).close();
    expect((await ledger()).map(({ name }) => name)).toEqual(STEPS.map(({ name }) => name));
  });
});

/** The statements that make every table, without what the engine counts up by itself. */
async function schemaOf(database: string): Promise<Readonly<Record<string, string>>> {
  const tables = (await onEngine("SHOW TABLES", database)) as readonly Record<string, string>[];
  const schema: Record<string, string> = {};
  for (const name of tables.flatMap((row) => Object.values(row)).sort()) {
    const [row] = (await onEngine(`SHOW CREATE TABLE ${name}`, database)) as readonly Record<string, string>[];
    schema[name] = String(row?.["Create Table"]).replace(/AUTO_INCREMENT = \d+ ?/i, "");
  }
  return schema;
}
