import { Api, citedAt } from "../../support/api.js";
import { packTexts } from "../../support/packs.js";
import { type ServerProcess, startServer } from "../../support/server-process.js";

const SENTINEL = "sentinel-4c1d";

describe("a server that is started again on its data", () => {
  let server: ServerProcess;

  afterAll(() => server.dispose());

  it("has everything it acknowledged, goes on counting, and its log tells nothing of it", async () => {
    server = await startServer({ env: { LOGGING_LEVEL: "debug" } });
    let scope = new Api(server.url).scope(`scope-${SENTINEL}`);
    const source = await scope.capture(SENTINEL, `captured ${SENTINEL}`, { metadata: { key: SENTINEL } });
    const [kept, gone] = await scope.rememberAll([`Blue is for ${SENTINEL}.`, "Red is for alarms."]);
    const revised = await scope.revise(citedAt(gone!.memory, kept!.entry.citation), `Green is for ${SENTINEL}.`, {
      reason: SENTINEL,
    });
    await scope.retire(citedAt(revised.memory, gone!.entry.citation), { reason: SENTINEL });
    const before = await readAll(scope);
    expect(before.found).toEqual([`Green is for ${SENTINEL}.`]);
    expect(before.packed).toEqual(before.found);
    expect(await server.kill("SIGTERM")).toEqual({ code: 0, signal: null });
    expect(server.output()).toContain("stopped");
    expect(server.output()).not.toContain(SENTINEL);

    server = await startServer({ dataDir: server.dataDir, env: { LOGGING_LEVEL: "debug" } });
    scope = new Api(server.url).scope(`scope-${SENTINEL}`);
    expect(await readAll(scope)).toEqual(before);
    expect(await scope.get(kept!.entry.citation)).toEqual(kept!.entry);
    expect(await scope.capture(SENTINEL, `captured ${SENTINEL}`, { metadata: { key: SENTINEL } })).toEqual(source);
    expect(await scope.refusal("capture_content_source", { source_id: SENTINEL, content: "other" })).toMatchObject({
      status: 409,
      code: "source_conflict",
    });
    expect((await scope.capture("next", "next")).position).toBe(source.position + 1);
    expect((await scope.remember("Yellow is for warnings.")).memory.revision).toBe(5);
    expect(server.output()).not.toContain(SENTINEL);
  });

  async function readAll(scope: ReturnType<Api["scope"]>) {
    return {
      list: await scope.list({ include_inactive: true }),
      changes: await scope.changes(0),
      found: await scope.find("blue green red"),
      packed: packTexts(await scope.prepare("What is green for?")),
    };
  }
});
