import { Database } from "../../../src/platform/database/index.js";
import { withApp } from "../../support/app.js";
import { refusalOf } from "../../support/refusals.js";
import { alterDatabase } from "../../support/test-database.js";

const READY = { status: "ready", checks: { runtime: "ready", database: "ready", index: "ready" } };
const ENTRY = { scope_id: "readiness", kind: "fact", text: "The index is derived." };

describe("readiness", () => {
  it("is lost with the database, and writes are refused instead of failing", async () => {
    await withApp({}, async (server) => {
      expect(await server.request("GET", "/health/ready")).toMatchObject({ status: 200, body: READY });
      await server.app.get(Database, { strict: false }).close();
      expect(await server.request("GET", "/health/ready")).toMatchObject({
        status: 503,
        body: {
          status: "not_ready",
          checks: { runtime: "ready", database: expect.stringMatching(/^unavailable$|^timeout$/) },
        },
      });
      expect(refusalOf(await server.request("POST", "/v1/memory/remember", ENTRY))).toEqual({
        status: 503,
        code: "runtime_not_ready",
        details: null,
      });
      expect((await server.request("GET", "/health/live")).status).toBe(200);
    });
  });

  it("is degraded while an index is of another version, and search still answers", async () => {
    await withApp({}, async (server) => {
      expect((await server.request("POST", "/v1/memory/remember", ENTRY)).status).toBe(200);
      expect((await server.request("GET", "/health/ready")).body).toEqual(READY);
      await alterDatabase(server.dataDir, "UPDATE memory_head SET index_version = 0");
      expect(await server.request("GET", "/health/ready")).toMatchObject({
        status: 200,
        body: { status: "degraded", checks: { runtime: "ready", database: "ready", index: "not_ready" } },
      });
      const search = await server.request("POST", "/v1/memory/search", {
        scope_id: "readiness",
        query: "index derived",
      });
      expect(search.body).toMatchObject({ hits: [{ text: ENTRY.text }] });
    });
  });
});
