import { Api } from "../../support/api.js";
import { startApp, type TestApp } from "../../support/app.js";
import { operations, requiredFields } from "../../support/contract.js";
import { wireProposal } from "../../support/review-api.js";

const REQUESTS = operations.filter(({ request }) => request !== undefined);
const MISSING = REQUESTS.flatMap(({ id }) => requiredFields(id).map((field) => ({ id, field })));

describe("a field that is absent", () => {
  let server: TestApp;
  let api: Api;

  beforeAll(async () => {
    server = await startApp();
    api = new Api(server.url);
  });

  afterAll(() => server.close());

  it("is its default or null", async () => {
    const scope = api.scope("absent");
    await scope.remember("Deploys need a review.", { reason: null, expected_revision: null });
    await scope.rememberAll(Array.from({ length: 11 }, (_, index) => `Deploy ${String(index)} had a review.`));
    const unlimited = await scope.search("deploys review");
    expect(unlimited.hits).toHaveLength(10);
    expect(await scope.search("deploys review", { limit: 10, mode: "auto" })).toEqual(unlimited);
    expect(await scope.list()).toEqual(await scope.list({ include_inactive: false }));
    expect(await scope.changes()).toEqual(await scope.changes(null));
    expect(await scope.capture("s", "c", { metadata: null })).toEqual(await scope.capture("s", "c"));
    expect(await scope.capture("s", "c", { metadata: {} })).toEqual(await scope.capture("s", "c"));
  });

  it("is a budget of 8000 bytes for a pack", async () => {
    const scope = api.scope("budget");
    const texts = Array.from({ length: 8 }, (_, index) => `zebra stripes ${String(index)} ${"long ".repeat(300)}`);
    await scope.rememberAll([...texts, ...Array.from({ length: 60 }, (_, index) => `unrelated ${String(index)}`)]);
    const pack = await scope.prepare("zebra stripes");
    expect(pack).toEqual(await scope.prepare("zebra stripes", { max_bytes: 8000 }));
    expect(pack.content_bytes).toBeGreaterThan(7900);
    expect((await scope.prepare("zebra stripes", { max_bytes: 9000 })).content_bytes).toBeGreaterThan(8000);
  });

  it.each(MISSING)("is missed by name: $field of $id", async ({ id, field }) => {
    const scope = api.scope(`missing ${id} ${field}`);
    const { entry, memory } = await scope.remember("Deploys need a review.");
    const all: Readonly<Record<string, unknown>> = {
      scope_id: scope.id,
      source_id: "s",
      content: "c",
      kind: "fact",
      text: "t",
      query: "q",
      citation: entry.citation,
      proposal: wireProposal("l"),
      source_refs: [],
      artifact_refs: [memory],
      artifact: memory,
      candidate_id: "cand_unknown",
      expected_version: 1,
      reason: "r",
    };
    const whole = Object.fromEntries(requiredFields(id).map((name) => [name, all[name]]));
    const { status, body } = await api.call(
      id,
      Object.fromEntries(Object.entries(whole).filter(([name]) => name !== field)),
    );
    expect({ status, ...(body as object) }).toMatchObject({
      status: 422,
      error: { code: "invalid_request", details: { errors: [{ field, problem: "is required" }] } },
    });
    // Some name what is not there, and generation has no model.
    expect((await api.call(id, whole)).status).not.toBe(422);
  });
});
