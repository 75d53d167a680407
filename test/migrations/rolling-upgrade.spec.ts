import { readMigrationSteps } from "../../src/platform/database/migration-files.js";
import { Load } from "../race/load.js";
import { Api } from "../support/api.js";
import { makeNewerBuild, type NewerBuild } from "../support/newer-build.js";
import {
  runMigrate,
  startAndFail,
  startServer,
  verifyDatabase,
  wholeDatabase,
  type ServerProcess,
} from "../support/server-process.js";
import { databaseSettings, readDatabase, testedDatabase } from "../support/test-database.js";
import { until } from "../support/until.js";

const OURS = readMigrationSteps(testedDatabase).length;
const COLUMN = "of_the_next_release";
const ADD_COLUMN = {
  sqlite: `ALTER TABLE memory_head ADD COLUMN ${COLUMN} INTEGER NOT NULL DEFAULT 7`,
  oceanbase: `ALTER TABLE memory_head ADD COLUMN ${COLUMN} BIGINT NOT NULL DEFAULT 7`,
}[testedDatabase];
const SCOPES = ["left", "right"];
const REFUSED = { status: 503, body: { error: { code: "runtime_not_ready", details: null } } };

/** Each server makes or looks through a whole schema: an engine under load takes long for that. */
const LONGEST_UPGRADE_MS = 180_000;

describe("a rolling upgrade", () => {
  const builds: NewerBuild[] = [];
  const servers: ServerProcess[] = [];
  let load: Load | undefined;

  afterEach(async () => {
    await load?.stop();
    for (const server of servers.splice(0).reverse()) await server.dispose();
    for (const build of builds.splice(0)) await build.remove();
  });

  const newerBuild = async (sql: string): Promise<NewerBuild> => {
    const build = await makeNewerBuild(sql);
    builds.push(build);
    return build;
  };
  /** On the database of the first. */
  const start = async (build?: NewerBuild): Promise<ServerProcess> => {
    const [first] = servers;
    const server = await startServer({ ...(first && { dataDir: first.dataDir }), launch: { build: build?.folder } });
    servers.push(server);
    return server;
  };
  const loadOn = (...on: readonly ServerProcess[]): Load => new Load(apisOf(on), SCOPES);
  const proceeds = async (by = 30): Promise<void> => {
    const before = load?.acknowledged ?? 0;
    await until(() => (load?.acknowledged ?? 0) >= before + by, 30_000);
  };

  it(
    "loses nothing while a job adds a column and a newer server takes over, and the old one may start again meanwhile",
    async () => {
      const newer = await newerBuild(`-- compatible-from: ${String(OURS)}\n${ADD_COLUMN}\n`);
      let old = await start();
      load = loadOn(old);
      await proceeds();
      const { dataDir } = old;
      expect(await runMigrate(dataDir, { build: newer.folder })).toMatchObject({ code: 0, output: UP_TO_DATE });
      // That of the old release changes nothing.
      expect(await runMigrate(dataDir)).toMatchObject({
        code: 0,
        output: expect.stringContaining(UP_TO_DATE) as unknown,
      });
      await proceeds();
      const next = await start(newer);
      expect(await readDatabase(dataDir, `SELECT MAX(step) AS step FROM migration`)).toEqual([{ step: newer.step }]);
      expect(newer.step).toBe(OURS + 1);

      load.servers = apisOf([old, next]);
      await proceeds();
      await expectReady(old);
      await until(() => old.output().includes(NEWER));

      load.servers = apisOf([next]);
      expect(await old.kill("SIGTERM")).toEqual({ code: 0, signal: null });
      old = await start();
      expect(old.output()).toContain(NEWER);
      expect(next.output()).not.toContain(NEWER);
      load.servers = apisOf([old, next]);
      await proceeds();

      load.servers = apisOf([next]);
      expect(await old.kill("SIGTERM")).toEqual({ code: 0, signal: null });
      await proceeds();
      await load.stop();
      expect(load.strangeAnswers).toEqual([]);
      await load.expectNothingLost();
      expect(await readDatabase(dataDir, `SELECT DISTINCT ${COLUMN} AS made FROM memory_head`)).toEqual([{ made: 7 }]);
      expect(await next.kill("SIGTERM")).toEqual({ code: 0, signal: null });
      expect(await verifyDatabase(dataDir)).toMatch(wholeDatabase("[1-9]\\d*"));
    },
    LONGEST_UPGRADE_MS,
  );

  it(
    "that old servers cannot live with ends their writes, keeps their reads, and refuses their start",
    async () => {
      const newer = await newerBuild(`-- compatible-from: ${String(OURS + 1)}\n${ADD_COLUMN}\n`);
      const old = await start();
      const scope = new Api(old.url).scope("s");
      const kept = await scope.remember("Said before the upgrade.");
      const next = await start(newer);

      expect((await new Api(old.url).call("get_readiness")).body).toMatchObject({
        status: "not_ready",
        checks: { runtime: "ready", database: "unavailable" },
      });
      expect(await scope.call("remember_memory", { kind: "fact", text: "Too late." })).toMatchObject(REFUSED);
      expect(await scope.call("capture_content_source", { source_id: "late", content: "x" })).toMatchObject(REFUSED);
      expect(await scope.get(kept.entry.citation)).toEqual(kept.entry);
      const outgrown = `has step ${String(newer.step)}, this server knows ${String(OURS)} and is too old for it`;
      await until(() => old.output().includes(outgrown));

      const env = await databaseSettings(old.dataDir);
      const refused = await startAndFail(env, old.dataDir);
      expect(refused).toMatchObject({ code: 1, signal: null });
      expect(refused.output).toContain(
        `The database schema is newer than this server: it needs schema step ${String(newer.step)}, this server knows ${String(OURS)}.`,
      );

      await expectReady(next);
      const after = new Api(next.url).scope("s");
      expect((await after.remember("Said after it.")).memory.revision).toBe(2);
      expect((await after.list()).entries.map(({ text }) => text).sort()).toEqual(["Said after it.", kept.entry.text]);
      expect(await old.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    },
    LONGEST_UPGRADE_MS,
  );
});

const UP_TO_DATE = "the schema is up to date\n";
const NEWER = `The database schema has step ${String(OURS + 1)}, this server knows ${String(OURS)} and works with it.`;

const apisOf = (servers: readonly ServerProcess[]): readonly Api[] => servers.map(({ url }) => new Api(url));

async function expectReady({ url }: ServerProcess): Promise<void> {
  expect((await new Api(url).call("get_readiness")).body).toMatchObject({ checks: { database: "ready" } });
}
