import { RuntimeState } from "../../../src/platform/runtime-state.js";
import { startApp, type TestApp, withApp } from "../../support/app.js";
import { refusalOf } from "../../support/refusals.js";

const NOT_READY = { status: "not_ready", checks: { runtime: "not_ready" } };
const REFUSED = { status: 503, code: "runtime_not_ready", details: null };
const SOURCE = { scope_id: "unbound", source_id: "1", content: "x" };
const CAPABLE_OF_NOTHING = {
  source_types: [],
  artifact_families: [],
  memory_extraction: false,
  experience_generation: false,
  managed_skill_generation: false,
  external_skill_registry: false,
  handoff_generation: false,
  search_modes: [],
  context_versions: ["powercontext.prepared-context.v1"],
};

async function expectNotReady(server: TestApp): Promise<void> {
  expect((await server.request("GET", "/health/live")).body).toEqual({ status: "ok" });
  const readiness = await server.request("GET", "/health/ready");
  expect(readiness).toMatchObject({ status: 503, body: NOT_READY });
  expect((await server.request("GET", "/v1/capabilities")).body).toEqual(CAPABLE_OF_NOTHING);
  expect(refusalOf(await server.request("POST", "/v1/sources/content", SOURCE))).toEqual(REFUSED);
}

describe("an application with its runtime", () => {
  it("is ready and capable of what it was assembled from", async () => {
    await withApp({}, async (server) => {
      expect(await server.request("GET", "/health/ready")).toMatchObject({
        status: 200,
        body: { status: "ready", checks: { runtime: "ready", database: "ready", index: "ready" } },
      });
      expect((await server.request("GET", "/v1/capabilities")).body).toEqual({
        ...CAPABLE_OF_NOTHING,
        source_types: ["content"],
        artifact_families: ["memory", "experience"],
        search_modes: ["auto", "fts"],
      });
      expect((await server.request("POST", "/v1/sources/content", SOURCE)).status).toBe(202);
    });
  });

  it("is neither once it is stopping", async () => {
    await withApp({}, async (server) => {
      server.app.get(RuntimeState).stop();
      await expectNotReady(server);
    });
  });
});

describe("an application without its runtime", () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startApp({ runtime: "unbound" });
  });

  afterAll(() => server.close());

  it("answers its probes and refuses its operations", async () => {
    await expectNotReady(server);
  });

  it("refuses before it looks at the body", async () => {
    for (const body of [undefined, "{", "x".repeat(5_000_000)]) {
      expect(refusalOf(await server.request("POST", "/v1/sources/content", body))).toEqual(REFUSED);
    }
    const plain = await server.request("POST", "/v1/sources/content", "x", { "content-type": "text/plain" });
    expect(refusalOf(plain)).toEqual(REFUSED);
  });

  it("still shows its contract and tells unknown paths from known ones", async () => {
    expect((await server.request("GET", "/openapi.yaml")).status).toBe(200);
    expect((await server.request("GET", "/v1/nothing")).status).toBe(404);
    expect((await server.request("GET", "/v1/sources/content")).status).toBe(405);
  });

  it("asks for the token first", async () => {
    await withApp({ runtime: "unbound", env: { AUTH_TOKEN: "secret" } }, async (guarded) => {
      expect((await guarded.request("POST", "/v1/sources/content", SOURCE)).status).toBe(401);
      const answer = await guarded.request("POST", "/v1/sources/content", SOURCE, { authorization: "Bearer secret" });
      expect(refusalOf(answer)).toEqual(REFUSED);
    });
  });
});
