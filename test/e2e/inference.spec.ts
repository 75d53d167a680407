import { type TestApp, withApp } from "../support/app.js";
import { type OpenAiServer, withOpenAi } from "../support/openai-server.js";
import { startServer, type ServerProcess } from "../support/server-process.js";

const SENTINEL = "Quetzalcoatl-ledger";

const readiness = async (server: TestApp) => {
  const { status, body } = await server.request("GET", "/health/ready");
  const { status: word, checks } = body as { status: string; checks: Readonly<Record<string, string>> };
  return { status, word, generation: checks["inference.generation"], embedding: checks["inference.embedding"] };
};

const bothModels = (provider: OpenAiServer) => ({ ...provider.generationSettings(), ...provider.embeddingSettings() });

describe("readiness of the models", () => {
  it("is not spoken of where none is configured", async () => {
    await withApp({}, async (server) => {
      expect(await readiness(server)).toEqual({
        status: 200,
        word: "ready",
        generation: undefined,
        embedding: undefined,
      });
    });
  });

  it("speaks of the one that is configured", async () => {
    await withOpenAi(async (provider) => {
      await withApp({ env: provider.generationSettings() }, async (server) => {
        expect(await readiness(server)).toMatchObject({ word: "ready", generation: "ready", embedding: undefined });
      });
    });
  });

  it("is found out with one short call of each, however often it is asked for", async () => {
    await withOpenAi(async (provider) => {
      await withApp({ env: bothModels(provider) }, async (server) => {
        expect(provider.received("embeddings")).toHaveLength(1);
        expect(provider.received("chat")).toHaveLength(0);
        for (const answer of await Promise.all([1, 2, 3].map(() => readiness(server)))) {
          expect(answer).toEqual({ status: 200, word: "ready", generation: "ready", embedding: "ready" });
        }
        expect(provider.received("embeddings")).toHaveLength(1);
        expect(provider.received("chat").map(({ body }) => body["max_tokens"])).toEqual([16]);
      });
    });
  });

  it("degrades a server whose provider is down, which starts and serves all the same", async () => {
    await withOpenAi(async (provider) => {
      await provider.down();
      await withApp({ env: bothModels(provider) }, async (server) => {
        expect(await readiness(server)).toEqual({
          status: 200,
          word: "degraded",
          generation: "unavailable",
          embedding: "unavailable",
        });
        const entry = { scope_id: "s", kind: "fact", text: "stands without a model" };
        expect((await server.request("POST", "/v1/memory/remember", entry)).status).toBe(200);
      });
    });
  });

  it.each([
    ["a wrong key", { kind: "status", status: 401 }, "misconfigured"],
    ["an unknown model", { kind: "status", status: 404 }, "misconfigured"],
    ["a provider in trouble", { kind: "status", status: 500 }, "unavailable"],
  ] as const)("tells %s apart", async (_, fault, state) => {
    await withOpenAi(async (provider) => {
      provider.chat.always(fault);
      provider.embeddings.always(fault);
      await withApp({ env: bothModels(provider) }, async (server) => {
        expect(await readiness(server)).toMatchObject({ word: "degraded", generation: state, embedding: state });
      });
    });
  });

  it("calls vectors of another dimension misconfigured", async () => {
    await withOpenAi(async (provider) => {
      const env = { ...provider.embeddingSettings(), INFERENCE_EMBEDDING_DIMENSION: "65" };
      await withApp({ env }, async (server) => {
        expect(await readiness(server)).toMatchObject({ word: "degraded", embedding: "misconfigured" });
      });
    });
  });

  it("answers with a timeout when a provider hangs, within the time of a probe", async () => {
    await withOpenAi(async (provider) => {
      provider.chat.always({ kind: "hang" });
      await withApp({ env: provider.generationSettings(60) }, async (server) => {
        const answer = await server.request("GET", "/health/ready");
        expect(answer.body).toMatchObject({ status: "degraded", checks: { "inference.generation": "timeout" } });
        expect(provider.received("chat")).toHaveLength(1);
      });
    });
  });
});

describe("the use of models", () => {
  it("shows in the metrics by purpose, failed calls included, and nothing of the texts", async () => {
    await withOpenAi(async (provider) => {
      provider.chat.next({ kind: "status", status: 500 });
      await withApp({ env: bothModels(provider) }, async (server) => {
        await readiness(server);
        const text = (await server.request("GET", "/metrics")).body as string;
        const prefix = "powercontext_server_inference_";
        const failed = `{model="generation",purpose="probe",outcome="unavailable"}`;
        const worked = `{model="embedding",purpose="probe",outcome="success"}`;
        expect(text).toContain(`${prefix}calls_total${failed} 1`);
        expect(text).toContain(`${prefix}calls_total${worked} 1`);
        expect(text).toContain(`${prefix}call_duration_seconds_count${worked} 1`);
        expect(text).toContain(`${prefix}requests_total{model="generation",purpose="probe"} 1`);
        expect(text).toContain(`${prefix}tokens_total{model="embedding",purpose="probe",direction="input"} 1`);
        expect(text).not.toContain("embedder");
      });
    });
  });
});

describe("a server with a provider that fails", () => {
  let server: ServerProcess | undefined;
  afterEach(() => server?.dispose());

  it("starts, says so, and tells its log neither keys nor addresses nor what the provider said", async () => {
    await withOpenAi(async (provider) => {
      provider.embeddings.always({ kind: "status", status: 403 });
      provider.chat.always({ kind: "text", text: SENTINEL });
      const env = { ...bothModels(provider), INFERENCE_API_KEY: SENTINEL, LOGGING_LEVEL: "debug" };
      server = await startServer({ env });
      const answer = await (await fetch(`${server.url}/health/ready`)).text();
      expect(JSON.parse(answer)).toMatchObject({
        status: "degraded",
        checks: { "inference.generation": "ready", "inference.embedding": "misconfigured" },
      });
      await server.kill();
      expect(server.output()).toContain("The embedding model does not work now: misconfigured.");
      expect(server.output() + answer).not.toMatch(new RegExp(`${SENTINEL}|provider says|${provider.baseUrl}`));
    });
  });
});
