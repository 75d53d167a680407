import { Api } from "../support/api.js";
import { startApp, type TestApp } from "../support/app.js";
import { dataFile, journalOf } from "../support/data-file.js";
import { RawSqlite } from "../support/raw-sqlite.js";
import { until } from "../support/until.js";

const LOCK_MS = 3_000;
/** A write waits for the lock up to 10 s; what is beyond must be long enough to tell. */
const WRITE_WAIT_MS = 10_000;

describe("a file that an outside program uses", () => {
  let server: TestApp;
  let api: Api;
  let outside: RawSqlite;

  beforeEach(async () => {
    server = await startApp();
    api = new Api(server.url);
    await api.scope("s").remember("The first entry is here before.");
    outside = await RawSqlite.open(dataFile(server.dataDir), "write");
  });

  afterEach(async () => {
    await outside.close();
    await server.close();
  });

  const captures = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      api.scope("s").call("capture_content_source", { source_id: `source ${String(index)}`, content: "x" }),
    );

  it("takes fifty Sources while a reader holds a transaction on it, and the reader sees none of them", async () => {
    await outside.exec("BEGIN");
    const count = () => outside.all<{ n: number }>("SELECT COUNT(*) AS n FROM source");
    expect(await count()).toEqual([{ n: 0 }]);
    const answers = await Promise.all(captures(50));
    expect(answers.map(({ status }) => status)).toEqual(new Array(50).fill(202));
    expect((await api.scope("s").remember("While it reads.")).memory.revision).toBe(2);
    expect(await api.scope("s").find("reads")).toEqual(["While it reads."]);
    expect(await count()).toEqual([{ n: 0 }]);
    await outside.exec("COMMIT");
    expect(await count()).toEqual([{ n: 50 }]);
    expect((await journalOf(server.dataDir, "s")).map(({ position }) => position)).toEqual(
      Array.from({ length: 50 }, (_, index) => index + 1),
    );
  });

  it("lets writes wait while another program holds the lock for three seconds, and reads go on", async () => {
    await outside.exec("BEGIN IMMEDIATE");
    const begin = performance.now();
    const waiting = Promise.all(captures(20));
    await until(async () => {
      expect(await api.scope("s").find("first entry")).toEqual(["The first entry is here before."]);
      return performance.now() - begin > LOCK_MS;
    });
    expect((await api.call("get_readiness")).body).toMatchObject({ status: "ready" });
    await outside.exec("COMMIT");
    expect((await waiting).map(({ status }) => status)).toEqual(new Array(20).fill(202));
    expect(await journalOf(server.dataDir, "s")).toHaveLength(20);
  });

  it(
    "refuses writes as overloaded when the lock is held for longer than they wait, loses none it took, and recovers",
    async () => {
      await api.scope("s").capture("before", "x");
      await outside.exec("BEGIN IMMEDIATE");
      const begin = performance.now();
      const refused = await Promise.all(captures(5));
      expect(performance.now() - begin).toBeGreaterThan(WRITE_WAIT_MS - 500);
      for (const { status, headers, body } of refused) {
        expect(status).toBe(503);
        expect(headers.get("retry-after")).toBe("1");
        expect(body).toMatchObject({ error: { code: "overloaded", details: null } });
      }
      expect(await api.scope("s").find("first entry")).toHaveLength(1);
      await outside.exec("COMMIT");
      expect((await Promise.all(captures(5))).map(({ status }) => status)).toEqual(new Array(5).fill(202));
      expect((await journalOf(server.dataDir, "s")).map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6]);
    },
    WRITE_WAIT_MS + 8_000,
  );
});
