import { randomBytes } from "node:crypto";
import { request as httpRequest } from "node:http";

import { Api, type ScopeApi } from "../../support/api.js";
import { candidates } from "../../support/flush-world.js";
import { call, initialize, post } from "../../support/mcp-messages.js";
import { OpenAiServer } from "../../support/openai-server.js";
import { testedDatabase } from "../../support/test-database.js";
import { type CollectedSpan, type TraceCollector, treeOf } from "../../support/trace-collector.js";
import { startTracedApp, type TracedApp } from "../../support/traced-app.js";
import { until } from "../../support/until.js";

const READ_MEMORY = ["memory-head.read-counted", "memory-entry.ranked"];
const WRITE_REVISION = [
  "memory-version.insert",
  "memory-entry.insert",
  "memory-change.insert",
  "memory-revision.insert",
  "term-index.insert",
  "memory-head.save",
];

describe("the trace of", () => {
  let traced: TracedApp;
  let collector: TraceCollector;
  let provider: OpenAiServer;
  let scope: ScopeApi;
  let served = 0;

  beforeAll(async () => {
    provider = await OpenAiServer.start();
    provider.chat.answer(() => candidates({ text: "Releases go out on Tuesdays.", sources: [1] }));
    traced = await startTracedApp(provider.generationSettings());
    collector = traced.collector;
  });

  beforeEach(async () => {
    served += 1;
    scope = new Api(traced.server.url).scope(`trees-${String(served)}`);
    await during("POST /v1/sources/content", () => scope.capture("first", "The release was late again."));
  });

  afterAll(async () => {
    await traced.close();
    await provider.down();
  });

  /** The trace of the last request of this route, once it is all there. */
  const traceOf = (name: string, since: number): Promise<readonly CollectedSpan[]> =>
    collector.traceOf((span) => span.name === name && collector.spans.indexOf(span) >= since);

  const during = async (name: string, work: () => Promise<unknown>): Promise<readonly CollectedSpan[]> => {
    const since = collector.spans.length;
    await work();
    return traceOf(name, since);
  };

  it("a capture goes through its batch to each statement", async () => {
    const spans = await during("POST /v1/sources/content", () => scope.capture("second", "On Tuesday it was not."));
    expect(treeOf(spans)).toEqual([
      {
        "POST /v1/sources/content": [
          { capture_content_source: [{ "capture batch": [{ "unit of work": CAPTURE_STATEMENTS }] }] },
        ],
      },
    ]);
  });

  it("a remember goes through its unit to each statement, and says what each did", async () => {
    const spans = await during("POST /v1/memory/remember", () => scope.remember("Run contract tests after changes."));
    expect(treeOf(spans)).toEqual([
      {
        "POST /v1/memory/remember": [
          {
            remember_memory: [
              {
                "unit of work": ["scope.find", "memory-head.lock", "memory-entry.find-active-twin", ...WRITE_REVISION],
              },
            ],
          },
        ],
      },
    ]);
    const named = (name: string) => spans.find((span) => span.name === name);
    expect(named("POST /v1/memory/remember")).toMatchObject({
      kind: "server",
      failed: false,
      resource: { "service.name": "powercontext", "service.instance.id": expect.stringMatching(/^[-0-9a-f]{36}$/) },
      attributes: {
        "http.request.method": "POST",
        "http.route": "/v1/memory/remember",
        "http.response.status_code": 200,
        "powercontext.request_id": expect.stringMatching(/^[-0-9a-f]{36}$/),
      },
    });
    expect(named("remember_memory")).toMatchObject({ kind: "internal", attributes: {} });
    expect(named("unit of work")).toMatchObject({
      events: ["begun", "worked"],
      attributes: { "powercontext.unit.attempts": 1 },
    });
    expect(named("memory-head.lock")).toMatchObject({
      kind: "client",
      attributes: { "db.system.name": testedDatabase, "db.response.returned_rows": 1 },
    });
  });

  it("a prepare goes to the two statements it takes", async () => {
    await scope.remember("Run contract tests after changes.");
    const spans = await during("POST /v1/context/prepare", () => scope.prepare("contract tests"));
    expect(treeOf(spans)).toEqual([{ "POST /v1/context/prepare": [{ prepare_context: READ_MEMORY }] }]);
  });

  it("a flush goes to the model and on to what came of it", async () => {
    const spans = await during("POST /v1/memory/flush", () => scope.call("flush_memory"));
    const [request] = treeOf(spans) as unknown as readonly [
      Record<string, readonly [Record<string, readonly unknown[]>]>,
    ];
    const parts = request["POST /v1/memory/flush"]![0]["flush_memory"]!;
    expect(parts).toContain("generation memory_extraction");
    expect(parts.at(-1)).toEqual({ "unit of work": expect.arrayContaining(WRITE_REVISION) });
    expect(spans.find(({ name }) => name === "generation memory_extraction")).toMatchObject({
      kind: "client",
      attributes: {
        "gen_ai.operation.name": "chat",
        "powercontext.provider_requests": 1,
        "gen_ai.usage.input_tokens": expect.any(Number),
        "gen_ai.usage.output_tokens": expect.any(Number),
      },
    });
  });

  it("a tool call of an agent looks like that of its operation", async () => {
    await post(traced.server, initialize);
    const args = { scope_id: scope.id, text: "Use the staging key.", kind: "constraint" };
    const isCall = ({ name }: CollectedSpan): boolean => name === "remember_memory";
    const since = collector.spans.length;
    await post(traced.server, call("remember_memory", args));
    const spans = await collector.traceOf(
      ({ spanId }) => spanId === collector.spans.slice(since).find(isCall)?.parentSpanId,
    );
    expect(treeOf(spans)).toMatchObject([
      { "POST /mcp": [{ remember_memory: [{ "unit of work": expect.arrayContaining(WRITE_REVISION) }] }] },
    ]);
  });

  it("captures that went together is that of the first, with links to and from the others", async () => {
    const since = collector.spans.length;
    await Promise.all(Array.from({ length: 12 }, (_, at) => scope.capture(`together-${String(at)}`, "x")));
    await until(() => collector.spans.slice(since).filter(({ kind }) => kind === "server").length === 12);
    const spans = collector.spans.slice(since);
    const batches = spans.filter(({ name }) => name === "capture batch");
    const shared = batches.filter(({ links }) => links.length > 0);
    expect(shared.length).toBeGreaterThan(0);
    for (const batch of shared) {
      const others = spans.filter(({ links }) => links.includes(batch.spanId));
      expect(others.map(({ spanId }) => spanId).sort()).toEqual([...batch.links].sort());
      expect(others.every(({ name, traceId }) => name === "capture_content_source" && traceId !== batch.traceId)).toBe(
        true,
      );
      expect(batch.attributes["powercontext.captures"]).toBe(batch.links.length + 1);
    }
  });

  it("a request is part of its caller's, and of none that is not well formed", async () => {
    const traceId = randomBytes(16).toString("hex");
    const parent = randomBytes(8).toString("hex");
    const body = { scope_id: scope.id, query: "release", max_bytes: 4_000 };
    const prepare = (traceparent: string) => () =>
      traced.server.request("POST", "/v1/context/prepare", body, { traceparent, tracestate: "vendor=sentinel" });

    const followed = await during("POST /v1/context/prepare", prepare(`00-${traceId}-${parent}-01`));
    expect(followed[0]?.traceId).toBe(traceId);
    expect(followed.find(({ kind }) => kind === "server")?.parentSpanId).toBe(parent);

    const alone = await during("POST /v1/context/prepare", prepare(`00-${traceId}-${parent}`));
    expect(alone.find(({ kind }) => kind === "server")?.parentSpanId).toBeUndefined();

    const count = collector.spans.length;
    await prepare(`00-${randomBytes(16).toString("hex")}-${parent}-00`)();
    await during("POST /v1/context/prepare", prepare(""));
    expect(collector.spans.slice(count).filter(({ kind }) => kind === "server")).toHaveLength(1);
  });

  it("a request whose body comes in parts holds together", async () => {
    const body = JSON.stringify({ scope_id: scope.id, query: "release", max_bytes: 4_000 });
    const spans = await during("POST /v1/context/prepare", () => inParts(traced, body.slice(0, 9), body.slice(9)));
    expect(treeOf(spans)).toEqual([{ "POST /v1/context/prepare": [{ prepare_context: READ_MEMORY.slice(0, 1) }] }]);
  });

  it("a refused request names the code and is no failure; one at the door has no operation", async () => {
    const conflict = await during("POST /v1/sources/content", () =>
      traced.server.request("POST", "/v1/sources/content", { scope_id: scope.id, source_id: "first", content: "else" }),
    );
    expect(conflict.find(({ kind }) => kind === "server")).toMatchObject({
      failed: false,
      attributes: { "http.response.status_code": 409 },
    });
    expect(conflict.find(({ name }) => name === "capture_content_source")).toMatchObject({
      failed: false,
      attributes: { "error.type": "source_conflict" },
    });
    const unread = await during("POST /v1/sources/content", () =>
      traced.server.request("POST", "/v1/sources/content", "{}", { "content-type": "text/plain" }),
    );
    expect(unread.map(({ name, attributes }) => [name, attributes["http.response.status_code"]])).toEqual([
      ["POST /v1/sources/content", 422],
    ]);
  });

  it("a request whose model is down is a failure, from the call up to the answer", async () => {
    provider.chat.always({ kind: "status", status: 401 });
    const spans = await during("POST /v1/memory/flush", () => scope.call("flush_memory"));
    provider.chat.always(undefined);
    expect(spans.find(({ name }) => name === "generation memory_extraction")).toMatchObject({
      failed: true,
      attributes: { "error.type": "inference_unavailable" },
    });
    expect(spans.find(({ kind }) => kind === "server")).toMatchObject({
      failed: true,
      attributes: { "http.response.status_code": 503, "error.type": "503" },
    });
  });

  it("a probe, a scrape, a page or an unknown path is not there", async () => {
    const since = collector.spans.length;
    for (const path of ["/health/live", "/health/ready", "/metrics", "/openapi.yaml", "/v2/nowhere"])
      await traced.server.request("GET", path);
    await during("GET /v1/capabilities", () => traced.server.request("GET", "/v1/capabilities"));
    const roots = collector.spans.slice(since).filter(({ parentSpanId }) => parentSpanId === undefined);
    expect(roots.map(({ name }) => name).filter((name) => !name.startsWith("generation"))).toEqual([
      "GET /v1/capabilities",
    ]);
  });
});

const CAPTURE_STATEMENTS = ["scope.find", "journal.lock-head", "journal.insert", "journal.advance"];

/** Sends the second part when the server has begun to wait for it. */
async function inParts({ server }: TracedApp, first: string, second: string): Promise<void> {
  const inProgress = 'requests_in_progress{transport="http",operation="prepare_context"} 1';
  await new Promise<void>((answered, failed) => {
    const headers = { "content-type": "application/json", "content-length": first.length + second.length };
    const sending = httpRequest(`${server.url}/v1/context/prepare`, { method: "POST", headers });
    sending.on("response", (response) => response.resume().on("end", answered)).on("error", failed);
    sending.write(first);
    until(async () => ((await server.request("GET", "/metrics")).body as string).includes(inProgress)).then(
      () => sending.end(second),
      failed,
    );
  });
}
