import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { ReindexService } from "../../../src/memory/index.js";
import { Api, type ScopeApi } from "../../support/api.js";
import { type TestApp, withApp } from "../../support/app.js";
import { OpenAiServer } from "../../support/openai-server.js";
import { packItems } from "../../support/packs.js";
import { ReviewApi } from "../../support/review-api.js";
import { until } from "../../support/until.js";

const FACTS = ["The office cat sleeps on the printer.", "Deploys go out on Tuesday.", "Backups run every night."];
const REFUSED = { status: 422, code: "capability_not_supported" };

describe("a team's vectors", () => {
  let provider: OpenAiServer;
  let dataDir: string;

  beforeEach(async () => {
    provider = await OpenAiServer.start(16);
    dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
  });
  afterEach(async () => {
    await provider.down();
    await rm(dataDir, { recursive: true, force: true });
  });

  const withServer = (
    env: Readonly<Record<string, string>>,
    test: (scope: ScopeApi, server: TestApp) => Promise<void>,
  ): Promise<void> => withApp({ env, dataDir }, (server) => test(new Api(server.url).scope("team"), server));

  const modesOf = async ({ request }: TestApp): Promise<unknown> =>
    ((await request("GET", "/v1/capabilities")).body as { search_modes: unknown }).search_modes;
  const checksOf = async ({ request }: TestApp): Promise<Readonly<Record<string, string>>> =>
    ((await request("GET", "/health/ready")).body as { checks: Record<string, string> }).checks;
  const incompleteIn = async ({ request }: TestApp): Promise<number> => {
    const text = (await request("GET", "/metrics")).body as string;
    return Number(/^powercontext_server_vector_incomplete_memories (\d+)$/m.exec(text)?.[1]);
  };
  const runsHybrid = (scope: ScopeApi) => until(async () => (await scope.search("cat")).mode === "hybrid");

  it("are searched in every mode, and survive a restart without being made again", async () => {
    await withServer(provider.embeddingSettings(), async (scope, server) => {
      await scope.rememberAll(FACTS);
      expect(await modesOf(server)).toEqual(["auto", "fts", "vector", "hybrid"]);
      expect(await checksOf(server)).toMatchObject({ "inference.embedding": "ready" });
      for (const [mode, matchedBy] of [
        ["fts", ["fts"]],
        ["vector", ["vector"]],
        ["hybrid", ["fts", "vector"]],
      ] as const) {
        const { mode: ran, hits } = await scope.search("where does the cat sleep", { mode });
        expect({ ran, text: hits[0]?.text, matchedBy: hits[0]?.matched_by }).toEqual({
          ran: mode,
          text: FACTS[0],
          matchedBy,
        });
      }
      expect((await scope.search("cat")).mode).toBe("hybrid");
      expect((await scope.prepare("where does the office cat sleep?")).content).toContain("sleeps on the printer");
    });
    const made = provider.received("embeddings").flatMap(({ inputs }) => inputs);
    expect(made).toEqual(expect.arrayContaining([...FACTS]));
    provider.requests.length = 0;
    await withServer(provider.embeddingSettings(), async (scope) => {
      expect((await scope.search("cat")).mode).toBe("hybrid");
    });
    const again = provider.received("embeddings").flatMap(({ inputs }) => inputs);
    expect(again.filter((text) => FACTS.includes(text))).toEqual([]);
  });

  it("find entries for a pack while its Experiences are found by their words and never sent to the model", async () => {
    await withServer(provider.embeddingSettings(), async (scope) => {
      await scope.capture("s-1", "What the team has learnt.");
      await scope.rememberAll(FACTS);
      await runsHybrid(scope);
      const review = new ReviewApi(scope);
      await review.approved("The office cat is fed before the printer is used.");
      await review.propose("The office cat is never fed.");
      const items = packItems(await scope.prepare("where does the office cat sleep?"));
      expect(items.map(({ kind, content }) => [kind ?? "memory", content.split("\n").at(-1)])).toEqual([
        ["memory", FACTS[0]],
        ["experience", "Lesson: The office cat is fed before the printer is used."],
      ]);
    });
    const sent = provider.received("embeddings").flatMap(({ inputs }) => inputs);
    expect(sent).toContain("where does the office cat sleep?");
    expect(sent.filter((text) => text.includes("fed"))).toEqual([]);
  });

  it("do not exist without an embedding model, and asking for them is refused, in an empty scope too", async () => {
    await withServer({}, async (scope, server) => {
      expect(await modesOf(server)).toEqual(["auto", "fts"]);
      expect(Object.keys(await checksOf(server))).not.toContain("inference.embedding");
      for (const mode of ["vector", "hybrid"]) {
        expect(await scope.refusal("search_memory", { query: "x", mode })).toEqual({
          ...REFUSED,
          details: { capability: mode },
        });
      }
      await scope.rememberAll(FACTS);
      expect(await scope.search("cat")).toMatchObject({ mode: "fts", hits: [{ text: FACTS[0], matched_by: ["fts"] }] });
    });
  });

  it("do not keep anybody waiting: with a hanging model prepare, search and remember go on within its deadline", async () => {
    const settings = { ...provider.embeddingSettings(), INFERENCE_EMBEDDING_QUERY_DEADLINE_MS: "300" };
    await withServer(settings, async (scope, server) => {
      await scope.rememberAll(FACTS);
      await runsHybrid(scope);
      provider.embeddings.always({ kind: "hang" });
      const took = async (work: () => Promise<unknown>): Promise<number> => {
        const begin = performance.now();
        await work();
        return performance.now() - begin;
      };
      const prepared = await took(async () => {
        const { status, content } = await scope.prepare("where does the office cat sleep?");
        expect({ status, has: content?.includes("sleeps on the printer") }).toEqual({ status: "ready", has: true });
      });
      const searched = await took(async () => {
        expect(await scope.search("cat")).toMatchObject({ mode: "fts", hits: [{ text: FACTS[0] }] });
      });
      // Far below the model's own limit of five seconds, which is what waiting for it would take.
      expect(Math.max(prepared, searched)).toBeLessThan(2_500);
      expect(await took(() => scope.remember("Lunch is at noon."))).toBeLessThan(2_500);
      expect(await scope.find("lunch noon")).toEqual(["Lunch is at noon."]);
      expect((await server.request("GET", "/health/live")).status).toBe(200);
    });
  });

  it("come back with the model: what was written while it was down is found by vector afterwards", async () => {
    await withServer(provider.embeddingSettings(), async (scope) => {
      await scope.remember(FACTS[0]!);
      await provider.down();
      await scope.remember(FACTS[1]!);
      expect(await scope.search("Tuesday")).toMatchObject({ mode: "fts", hits: [{ text: FACTS[1] }] });
      for (const mode of ["vector", "hybrid"]) {
        expect(await scope.refusal("search_memory", { query: "Tuesday", mode })).toEqual({
          ...REFUSED,
          details: { capability: mode },
        });
      }
    });
    // Started while the model is away, a server works and waits.
    await withServer(provider.embeddingSettings(), async (scope, server) => {
      expect(await checksOf(server)).toMatchObject({ "inference.embedding": "unavailable" });
      expect(await modesOf(server)).toEqual(["auto", "fts"]);
      expect((await scope.search("Tuesday")).mode).toBe("fts");
      await scope.remember(FACTS[2]!);
      expect(await incompleteIn(server)).toBe(1);
      await provider.up();
      await until(async () => ((await modesOf(server)) as readonly string[]).length === 4);
      await runsHybrid(scope);
      expect(await incompleteIn(server)).toBe(0);
      expect((await scope.search("Tuesday", { mode: "vector" })).hits).toHaveLength(3);
    });
  });

  it.each([
    ["has another dimension", { kind: "wrongDimension" }],
    ["refuses the key", { kind: "status", status: 401 }],
  ] as const)("are not offered from a model that %s", async (_, fault) => {
    provider.embeddings.always(fault);
    await withServer(provider.embeddingSettings(), async (scope, server) => {
      expect(await modesOf(server)).toEqual(["auto", "fts"]);
      expect(await checksOf(server)).toMatchObject({ "inference.embedding": "misconfigured" });
      await scope.rememberAll(FACTS);
      expect((await scope.search("cat")).mode).toBe("fts");
      expect(provider.requests.flatMap(({ inputs }) => inputs)).not.toContain("cat");
      expect(await scope.refusal("search_memory", { query: "cat", mode: "vector" })).toMatchObject(REFUSED);
      expect(provider.requests.flatMap(({ inputs }) => inputs)).toContain("cat");
      // Who asks for vectors is answered as soon as the model answers, and then everybody is.
      provider.embeddings.always(undefined);
      expect(await new Api(server.url).scope("empty").search("cat", { mode: "vector" })).toMatchObject({
        memory: null,
      });
      expect(await modesOf(server)).toEqual(["auto", "fts", "vector", "hybrid"]);
      await runsHybrid(scope);
    });
  });

  it("are waited for five seconds at most by who asks for them, in an empty scope too", async () => {
    const env = { ...provider.embeddingSettings(), INFERENCE_EMBEDDING_TIMEOUT_SECONDS: "60" };
    await withServer(env, async (scope) => {
      await scope.rememberAll(FACTS);
      provider.embeddings.always({ kind: "hang" });
      const begin = performance.now();
      const refusals = await Promise.all(
        ["vector", "hybrid"].map((mode) => scope.refusal("search_memory", { query: "cat", mode })),
      );
      expect(refusals).toMatchObject([REFUSED, REFUSED]);
      const seconds = (performance.now() - begin) / 1_000;
      expect(seconds).toBeGreaterThan(4.9);
      expect(seconds).toBeLessThan(8);
    });
  });

  it("of another profile are left alone until a reindex makes them anew", async () => {
    await withServer(provider.embeddingSettings("first"), (scope) => scope.rememberAll(FACTS).then(() => undefined));
    const wider = await OpenAiServer.start(24);
    try {
      const settings = wider.embeddingSettings("second");
      await withServer(settings, async (scope, server) => {
        expect(await modesOf(server)).toEqual(["auto", "fts"]);
        const { body } = await server.request("GET", "/health/ready");
        expect(body).toMatchObject({ status: "degraded", checks: { "inference.embedding": "misconfigured" } });
        expect(await scope.refusal("search_memory", { query: "x", mode: "vector" })).toMatchObject(REFUSED);
        expect((await scope.search("cat")).mode).toBe("fts");
        await scope.remember("Written under a foreign profile.");
        const reindexing = await server.app.get(ReindexService, { strict: false }).reindex({ force: false });
        expect(reindexing).toMatchObject({ kind: "begun", profile: { profileId: "second", dimension: 24 } });
      });
      await withServer(settings, async (scope, server) => {
        expect(await checksOf(server)).toMatchObject({ "inference.embedding": "ready" });
        await runsHybrid(scope);
        expect((await scope.search("cat", { mode: "vector" })).hits).toHaveLength(4);
        expect((await scope.search("foreign profile", { mode: "vector" })).hits[0]?.text).toContain("foreign");
        const again = await server.app.get(ReindexService, { strict: false }).reindex({ force: false });
        expect(again).toMatchObject({ kind: "unchanged", profile: { profileId: "second", dimension: 24 } });
        expect((await scope.search("cat", { mode: "vector" })).hits).toHaveLength(4);
        const forced = await server.app.get(ReindexService, { strict: false }).reindex({ force: true });
        expect(forced).toMatchObject({ kind: "begun", profile: { profileId: "second", dimension: 24 } });
        expect(await scope.refusal("search_memory", { query: "cat", mode: "vector" })).toMatchObject(REFUSED);
      });
      // The server of the first profile is the foreign one now.
      await withServer(provider.embeddingSettings("first"), async (scope, server) => {
        expect(await checksOf(server)).toMatchObject({ "inference.embedding": "misconfigured" });
        expect((await scope.search("cat")).mode).toBe("fts");
      });
    } finally {
      await wider.down();
    }
  });

  it("are shared by two servers, one of which may have no model", async () => {
    await withServer(provider.embeddingSettings(), async (first) => {
      await withServer(provider.embeddingSettings(), async (second) => {
        await first.remember(FACTS[0]!);
        await second.remember(FACTS[1]!);
        expect((await first.search("Tuesday", { mode: "vector" })).hits).toHaveLength(2);
        expect((await second.search("cat", { mode: "hybrid" })).hits[0]?.text).toBe(FACTS[0]);
      });
      await withServer({}, async (plain) => {
        await plain.remember(FACTS[2]!);
      });
      await runsHybrid(first);
      expect((await first.search("backups", { mode: "vector" })).hits[0]?.text).toBe(FACTS[2]);
    });
  });
});
