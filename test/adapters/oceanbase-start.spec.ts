import { createServer, type AddressInfo } from "node:net";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { StartError } from "../../src/kernel/start-error.js";
import { readMigrationSteps } from "../../src/platform/database/migration-files.js";
import { Api } from "../support/api.js";
import { emptyDatabase, openEngineDatabase, type EngineDatabaseOptions } from "../support/engine-database.js";
import { startAndFail, startServer } from "../support/server-process.js";
import { startProxy } from "../support/tcp-proxy.js";
import { engineUrl, makeEngineUser, onEngine } from "../support/test-database.js";

const VARIABLE = "POWERCONTEXT_SERVER_DATABASE_URL";
const PASSWORD = "sentinel-password";

/** Why an open failed, as whoever starts the server reads it. */
async function refusal(options: EngineDatabaseOptions): Promise<string> {
  const error: unknown = await openEngineDatabase(options).then(
    (database) => database.close(),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartError);
  const { message, hint } = error as StartError;
  expect(`${message} ${hint}`).not.toMatch(/sentinel|mysql:\/\/|127\.0\.0\.1|sql\.sock/);
  return `${message} ${hint}`;
}

/** @returns its name */
async function migratedDatabase(): Promise<string> {
  const database = await emptyDatabase();
  await (await openEngineDatabase({ url: { database } })).close();
  return database;
}

describe("opening an OceanBase database", () => {
  it("says that user or password were refused, and what a wrong tenant looks like", async () => {
    const database = await migratedDatabase();
    await makeEngineUser("sentinel_user", PASSWORD);
    await onEngine(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${database}.* TO 'sentinel_user'@'%'`);
    const user = { user: "sentinel_user", password: PASSWORD, database };
    await (await openEngineDatabase({ url: user })).close();
    const refused = `The database refused the user or password. Check both in ${VARIABLE}.`;
    expect(await refusal({ url: { ...user, password: "sentinel-wrong" } })).toContain(refused);
    expect(await refusal({ url: { ...user, user: "sentinel_user@nowhere" } })).toMatch(/write user@tenant/);
    expect(await refusal({ url: { ...user, user: "sentinel_nobody" } })).toContain(refused);
  });

  it("says that there is no such database, or that the user may not use it", async () => {
    expect(await refusal({ url: { database: "sentinel_missing" } })).toBe(
      `There is no such database. Create it, or name another in ${VARIABLE}.`,
    );
    await makeEngineUser("sentinel_user", PASSWORD);
    const outsider = { user: "sentinel_user", password: PASSWORD, database: await emptyDatabase() };
    expect(await refusal({ url: outsider })).toMatch(/may not use this database|lacks a privilege/);
  });

  it("refuses tables of another program and leaves them alone", async () => {
    const database = await emptyDatabase();
    await onEngine("CREATE TABLE theirs (id BIGINT PRIMARY KEY)", database);
    expect(await refusal({ url: { database } })).toContain("The database holds tables of another program.");
    expect(await tableNames(database)).toEqual(["theirs"]);
    await onEngine("CREATE TABLE migration (id BIGINT PRIMARY KEY, name VARCHAR(9))", database);
    expect(await refusal({ url: { database } })).toContain("The database holds tables of another program.");
    expect(await tableNames(database)).toEqual(["migration", "theirs"]);
  });

  it("refuses an identity column that is not binary", async () => {
    const database = await migratedDatabase();
    await onEngine("DROP TABLE source", database);
    await onEngine("CREATE TABLE source (type VARBINARY(128), source_id VARCHAR(1024))", database);
    expect(await refusal({ url: { database } })).toContain("The column source.source_id is not binary");
  });

  it("refuses a schema that needs a newer server, and works on a newer one that does not", async () => {
    const database = await migratedDatabase();
    const known = readMigrationSteps("oceanbase").length;
    await onEngine(`INSERT INTO migration VALUES (9999, 'later', 'x', ${String(known + 1)}, 0)`, database);
    expect(await refusal({ url: { database } })).toContain(
      `it needs schema step ${String(known + 1)}, this server knows ${String(known)}.`,
    );
    await onEngine(`UPDATE migration SET compatible_from = ${String(known)} WHERE step = 9999`, database);
    await (await openEngineDatabase({ url: { database } })).close();
  });

  it("needs no right to create tables where they are", async () => {
    const database = await migratedDatabase();
    await makeEngineUser("sentinel_rows", PASSWORD);
    await onEngine(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${database}.* TO 'sentinel_rows'@'%'`);
    const url = { user: "sentinel_rows", password: PASSWORD, database };
    await (await openEngineDatabase({ url })).close();
    const empty = await emptyDatabase();
    await onEngine(`GRANT SELECT, INSERT, UPDATE, DELETE ON ${empty}.* TO 'sentinel_rows'@'%'`);
    expect(await refusal({ url: { ...url, database: empty } })).toContain("The database user lacks a privilege.");
  });

  it("refuses a server of another make, an older one, and one that takes small packets only", async () => {
    const isRefusedWith = async (rewrite: Readonly<Record<string, string>>, words: string): Promise<void> => {
      const proxy = await startProxy(engineUrl().address, rewrite);
      expect(await refusal({ port: proxy.port })).toContain(words);
      await proxy.close();
    };
    await isRefusedWith({ ob_query_timeout: "xx_query_timeout" }, "The database server is not OceanBase.");
    await isRefusedWith({ "5.7.25-OceanBase": "5.7.25-MySQLBase" }, "The database server is not OceanBase.");
    await isRefusedWith({ "OceanBase 4.3.5": "OceanBase 4.2.1" }, "older than OceanBase 4.3.5");
    await isRefusedWith({ "16777216": "01048576" }, "packets too small");
  });

  it("says soon that nothing answers: at a closed port, under an unknown name, and behind a port that hangs", async () => {
    const hanging = createServer();
    await new Promise<void>((resolve) => hanging.listen(0, "127.0.0.1", resolve));
    const { port } = hanging.address() as AddressInfo;
    const unreachable = `names its host and port`;
    expect(await refusal({ port })).toMatch(`The database cannot be reached (ETIMEDOUT).`);
    hanging.close();
    expect(await refusal({ port })).toMatch(/The database cannot be reached \(ECONNREFUSED\)/);
    const host = { host: "sentinel.invalid", port: 2881 };
    expect(await refusal({ url: { address: host } })).toMatch(unreachable);
    expect(await refusal({ url: { address: { socketPath: "/nowhere/sql.sock" } } })).toMatch(/ENOENT/);
  });

  it("waits for an engine that comes up late and tells of it once", async () => {
    const proxy = await startProxy(engineUrl().address);
    await proxy.shut();
    const told: unknown[] = [];
    const database = await openEngineDatabase({
      port: proxy.port,
      patienceMs: 10_000,
      onWaiting: (errno) => {
        told.push(errno);
        void proxy.reopen();
      },
    });
    expect(told).toEqual(["ECONNREFUSED"]);
    await database.check();
    await database.close();
    await proxy.close();
  });

  it("works in UTC, whatever the time zone of the engine", async () => {
    const database = await openEngineDatabase();
    const [zones] = await database.unitOfWork.reader.query<Record<string, string>>(
      { name: "test.zone", sql: "SELECT @@global.time_zone AS theirs, @@session.time_zone AS ours" },
      [],
    );
    expect(zones).toEqual({ theirs: "+08:00", ours: "+00:00" });
    await database.close();
  });
});

describe("a server whose OceanBase fails its start", () => {
  let dataDir: string;

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
  });

  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  it("ends with one line that names the variable and not what it holds", async () => {
    const { address, database } = engineUrl();
    const proxy = await startProxy(address);
    const url = `mysql://sentinel_user:sentinel-wrong@127.0.0.1:${String(proxy.port)}/${database}`;
    const failed = await startAndFail({ DATABASE_KIND: "oceanbase", DATABASE_URL: url }, dataDir);
    await proxy.close();
    expect(failed).toMatchObject({ code: 1, signal: null });
    const lines = failed.output.trim().split("\n");
    expect(lines).toEqual([expect.stringMatching(new RegExp(`cannot start: .*refused the user.*${VARIABLE}`))]);
    expect(failed.output).not.toMatch(/sentinel|127\.0\.0\.1/);
  });

  it("waits in the open for one that is not up yet, and then serves", async () => {
    const { address, database } = engineUrl();
    const proxy = await startProxy(address);
    await proxy.shut();
    const url = `mysql://root@127.0.0.1:${String(proxy.port)}/${database}`;
    // Whoever knocks first is turned away, and only then the engine is there.
    const closed = createServer((socket) => {
      socket.destroy();
      closed.close(() => void proxy.reopen());
    }).listen(proxy.port, "127.0.0.1");
    const server = await startServer({ dataDir, env: { DATABASE_URL: url } });
    expect((await new Api(server.url).call("get_readiness")).status).toBe(200);
    expect(server.output()).toMatch(/The database is not up yet \(\w+\)\. Waiting for it up to 30000 ms\./);
    expect(server.output()).not.toContain(String(proxy.port));
    await server.dispose();
    await proxy.close();
  });
});

async function tableNames(database: string): Promise<readonly string[]> {
  const rows = (await onEngine("SHOW TABLES", database)) as readonly Record<string, string>[];
  return rows.flatMap((row) => Object.values(row)).sort();
}
