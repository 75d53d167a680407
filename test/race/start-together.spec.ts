import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readMigrationSteps } from "../../src/platform/database/migration-files.js";
import { Api } from "../support/api.js";
import { dataFile, expectWhole } from "../support/data-file.js";
import { withRawSqlite } from "../support/raw-sqlite.js";
import { startTogether } from "../support/server-process.js";

describe("three servers that are started at once on a new file", () => {
  it("make its schema once and all serve from it", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
    const servers = await startTogether(3, dataDir);
    try {
      const apis = servers.map(({ url }) => new Api(url));
      for (const api of apis) expect((await api.call("get_readiness")).status).toBe(200);
      const written = await Promise.all(apis.map((api, index) => api.scope("new").remember(`from ${String(index)}`)));
      expect(written.map(({ memory }) => memory.revision).sort()).toEqual([1, 2, 3]);
      for (const api of apis) expect((await api.scope("new").list()).entries).toHaveLength(3);
      const ledger = await withRawSqlite(dataFile(dataDir), "read", (file) =>
        file.all<{ name: string }>("SELECT name FROM migration ORDER BY step"),
      );
      expect(ledger.map(({ name }) => name)).toEqual(readMigrationSteps("sqlite").map(({ name }) => name));
    } finally {
      for (const server of servers) await server.kill("SIGTERM");
    }
    await expectWhole(dataDir, "new", 3);
    await rm(dataDir, { recursive: true, force: true });
  });
});
