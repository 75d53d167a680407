import { Api } from "../../support/api.js";
import { candidates } from "../../support/flush-world.js";
import { call, initialize, post } from "../../support/mcp-messages.js";
import { OpenAiServer } from "../../support/openai-server.js";
import { startTracedApp } from "../../support/traced-app.js";

const SENTINEL = "sentinel-5d20c7";
const TOKEN = `token-${SENTINEL}`;

describe("what leaves the server as traces", () => {
  it("holds nothing of what was sent, stored, asked for or answered", async () => {
    const provider = await OpenAiServer.start();
    provider.chat.answer(() => candidates({ text: `Releases go out on Tuesdays ${SENTINEL}.`, sources: [1] }));
    const { server, collector, close } = await startTracedApp({
      AUTH_TOKEN: TOKEN,
      RUNTIME_SCHEDULE_SECONDS: "0.2",
      ...provider.generationSettings(),
      ...provider.embeddingSettings(`profile-${SENTINEL}`),
      INFERENCE_API_KEY: `key-${SENTINEL}`,
    });
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      "user-agent": SENTINEL,
      traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
      tracestate: `a=${SENTINEL}`,
      baggage: `b=${SENTINEL}`,
    };
    const scope_id = `scope-${SENTINEL}`;
    const send = (path: string, body: object) => server.request("POST", path, { scope_id, ...body }, headers);
    try {
      const text = `Run contract tests ${SENTINEL}.`;
      const answers = [
        await send("/v1/sources/content", { source_id: SENTINEL, content: `The release ${SENTINEL}` }),
        await send("/v1/sources/content", { source_id: SENTINEL, content: `Another ${SENTINEL}` }),
        await send("/v1/memory/remember", { text, kind: "fact" }),
        await send("/v1/memory/search", { query: `contract ${SENTINEL}` }),
        await send("/v1/context/prepare", { query: `contract ${SENTINEL}`, max_bytes: 4_000 }),
        await send("/v1/memory/flush", {}),
        await send("/v1/memory/remember", { text, kind: 7, [SENTINEL]: 1 }),
        await send(`/v1/memory/${SENTINEL}`, {}),
        await server.request("POST", `/v1/memory/search?query=${SENTINEL}`, `{"${SENTINEL}`, headers),
        await server.request("POST", "/v1/memory/search", { scope_id }, { authorization: `Bearer ${SENTINEL}` }),
      ];
      expect(answers.map(({ status }) => status)).toEqual([202, 409, 200, 200, 200, 200, 422, 404, 422, 401]);
      await post(server, initialize, { headers });
      await post(server, call("remember_memory", { scope_id, text: SENTINEL, kind: "fact" }), { headers });
      await post(server, call("search_memory", { scope_id, query: SENTINEL, [SENTINEL]: 1 }), { headers });
    } finally {
      await close();
      await provider.down();
    }
    const sent = collector.received.map(({ body }) => body).join("\n");
    for (const name of [
      "prepare_context",
      "generation memory_extraction",
      "embedding query",
      "memory-version.insert",
    ]) {
      expect(sent).toContain(name);
    }
    for (const content of [SENTINEL, "contract", "Tuesdays", "Bearer", "SELECT", "INSERT", provider.baseUrl]) {
      expect(sent).not.toContain(content);
    }
    expect(Object.keys(collector.received[0]!.headers)).not.toContain("authorization");
  });

  it("is not passed on to the provider of a model", async () => {
    const provider = await OpenAiServer.start();
    const { server, collector, close } = await startTracedApp(provider.generationSettings());
    try {
      const scope = new Api(server.url).scope("told");
      await scope.capture("first", "x");
      await scope.call("flush_memory");
      await collector.traceOf(({ name }) => name === "generation memory_extraction");
      const [request] = provider.received("chat");
      expect(request?.headers).toContain("content-type");
      expect(request?.headers).not.toContain("traceparent");
    } finally {
      await close();
      await provider.down();
    }
  });
});
