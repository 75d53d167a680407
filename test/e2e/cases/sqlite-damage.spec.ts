import { open, rename, unlink } from "node:fs/promises";
import { join } from "node:path";

import { Api } from "../../support/api.js";
import { startApp, type TestApp, withApp } from "../../support/app.js";
import { withRawSqlite } from "../../support/raw-sqlite.js";
import { until } from "../../support/until.js";

const FILE = "powercontext-node.db";
const PAGE = 4_096;

describe("a database file that does not stay as it was", () => {
  const readiness = async (server: TestApp) =>
    (await server.request("GET", "/health/ready")) as { status: number; body: unknown };
  const LOST = { status: 503, body: { status: "not_ready", checks: { database: "unavailable" } } };

  it.each([
    ["deleted", (path: string) => unlink(path)],
    ["moved away", (path: string) => rename(path, `${path}.moved`)],
  ])("takes no further write once it is %s, because a restart would not find it", async (_, remove) => {
    await withApp({}, async (server) => {
      const scope = new Api(server.url).scope("lost-file");
      await scope.remember("This was written while the file was there.");
      expect(await readiness(server)).toMatchObject({ status: 200 });
      await remove(join(server.dataDir, FILE));
      expect(await scope.refusal("remember_memory", { kind: "fact", text: "into nowhere" })).toMatchObject({
        status: 503,
        code: "runtime_not_ready",
      });
      expect(await readiness(server)).toMatchObject(LOST);
    });
  });

  it("is not ready any more when its pages are damaged, also for those who ask later", async () => {
    const server = await startApp();
    const scope = new Api(server.url).scope("damaged");
    for (let index = 0; index < 60; index++)
      await scope.remember(`fact number ${String(index)} of a file to be damaged`);
    await checkpointed(server);
    const file = await open(join(server.dataDir, FILE), "r+");
    for (let page = 2; page < 60; page++) await file.write(Buffer.alloc(PAGE, 0xff), 0, PAGE, page * PAGE);
    await file.close();
    await until(async () => {
      await server.request("POST", "/v1/memory/entries/list", { scope_id: "damaged" });
      return (await readiness(server)).status === 503;
    });
    expect(await readiness(server)).toMatchObject({ status: 503, body: { status: "not_ready" } });
    await server.close();
  });

  /** Opens and closes the file once more, which folds the log of writes into it. */
  async function checkpointed(server: TestApp): Promise<void> {
    await withRawSqlite(join(server.dataDir, FILE), "write", (file) => file.exec("PRAGMA wal_checkpoint(TRUNCATE)"));
  }
});
