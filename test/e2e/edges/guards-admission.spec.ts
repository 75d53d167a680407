import { startApp, type TestApp, withApp } from "../../support/app.js";
import { ACCEPT } from "../../support/mcp-messages.js";
import { metricOf } from "../../support/metric-values.js";
import { OpenAiServer } from "../../support/openai-server.js";
import { refusalOf } from "../../support/refusals.js";
import { requestHead, SpokenSocket, UnfinishedRequest } from "../../support/spoken-socket.js";
import { until } from "../../support/until.js";

const CAPTURE = "/v1/sources/content";
const OVERLOADED = { status: 503, code: "overloaded", details: null };
const NARROW = {
  HTTP_MAX_CONCURRENT_REQUESTS: "2",
  HTTP_MAX_CONCURRENT_MODEL_REQUESTS: "1",
  HTTP_MAX_WAITING_REQUESTS: "1",
  HTTP_MAX_WAIT_SECONDS: "60",
};

let nextSource = 0;
const aSource = () => ({ scope_id: "guards", source_id: `s-${String((nextSource += 1))}`, content: "x" });

describe("a server with more requests than it works on", () => {
  let server: TestApp;

  beforeEach(async () => {
    server = await startApp({ env: NARROW });
  });

  afterEach(() => server.close());

  const countsAre = async (inWork: number, waiting: number): Promise<void> => {
    await until(
      async () =>
        (await metricOf(server, 'requests_in_work{lane="standard"}')) === inWork &&
        (await metricOf(server, 'requests_waiting{lane="standard"}')) === waiting,
    );
  };

  const begin = () => UnfinishedRequest.begin(server.url, CAPTURE, aSource());

  /** Two in work and one that waits, all of them with a body that is still arriving. */
  async function full(): Promise<readonly [UnfinishedRequest, UnfinishedRequest, UnfinishedRequest]> {
    const first = await begin();
    const second = await begin();
    await countsAre(2, 0);
    const third = await begin();
    await countsAre(2, 1);
    return [first, second, third];
  }

  it("refuses one more before it has sent its body, and answers those it has taken", async () => {
    const [first, second, third] = await full();
    const fourth = await SpokenSocket.open(server.url);
    fourth.say(requestHead(CAPTURE, { "content-length": "4000000" }));
    expect(await fourth.status()).toBe(503);
    expect(fourth.received).toMatch(/\r\nretry-after: 1\r\n/iu);
    expect(fourth.received).toContain('"code":"overloaded"');
    fourth.leave();
    expect(await metricOf(server, 'requests_refused_total{reason="queue_full"}')).toBe(1);
    const operations = 'application_operations_total{operation="capture_content_source",outcome=';
    expect(await metricOf(server, `${operations}"server_error"}`)).toBeUndefined();

    expect(third.socket.received).toBe("");
    expect(await first.finish()).toBe(202);
    expect(await third.finish()).toBe(202);
    expect(await second.finish()).toBe(202);
    await countsAre(0, 0);
    expect((await server.request("POST", CAPTURE, aSource())).status).toBe(202);
  });

  it("answers probes, capabilities, pages and metrics all the same", async () => {
    const held = await full();
    for (const path of ["/health/live", "/health/ready", "/v1/capabilities", "/metrics", "/docs", "/openapi.yaml"]) {
      expect([path, (await server.request("GET", path)).status]).toEqual([path, 200]);
    }
    expect(refusalOf(await server.request("POST", CAPTURE, aSource()))).toEqual(OVERLOADED);
    for (const request of held) request.leave();
    await countsAre(0, 0);
  });

  it("forgets who goes away, once, whether it waits or is in work", async () => {
    const [first, second, third] = await full();
    third.leave();
    await countsAre(2, 0);
    first.leave();
    await countsAre(1, 0);
    const again = await begin();
    await countsAre(2, 0);
    const waiting = await begin();
    await countsAre(2, 1);
    expect(refusalOf(await server.request("POST", CAPTURE, aSource()))).toEqual(OVERLOADED);
    again.leave();
    expect(await waiting.finish()).toBe(202);
    expect(await second.finish()).toBe(202);
    await countsAre(0, 0);
  });

  it("refuses in the form of every other refusal where MCP is spoken", async () => {
    const held = await full();
    const answer = await server.request("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }, ACCEPT);
    expect(refusalOf(answer)).toEqual(OVERLOADED);
    expect(answer.headers.get("retry-after")).toBe("1");
    for (const request of held) request.leave();
    await countsAre(0, 0);
    expect((await server.request("POST", "/mcp", { jsonrpc: "2.0", id: 1, method: "ping" }, ACCEPT)).status).toBe(200);
  });

  it("gives the refusal to who wants the connection closed and still sends, and does not break it", async () => {
    const held = await full();
    const body = JSON.stringify({ ...aSource(), content: "x".repeat(150_000) }).padEnd(3_000_000);
    const socket = await SpokenSocket.open(server.url);
    socket.say(requestHead(CAPTURE, { "content-length": String(body.length), connection: "close" }));
    socket.say(body);
    expect(await socket.status()).toBe(503);
    await socket.closed();
    expect(socket.brokenBy).toBeUndefined();
    for (const request of held) request.leave();
  });

  it("asks for a body that a client holds back only when it is its turn", async () => {
    const [first, second, third] = await full();
    const body = JSON.stringify(aSource());
    const head = requestHead(CAPTURE, { "content-length": String(body.length), expect: "100-continue" });
    const refused = await SpokenSocket.open(server.url);
    refused.say(head);
    expect(await refused.status()).toBe(503);
    expect(refused.received).not.toContain("100 Continue");

    third.leave();
    await countsAre(2, 0);
    const patient = await SpokenSocket.open(server.url);
    patient.say(head);
    await countsAre(2, 1);
    expect(patient.received).toBe("");
    expect(await first.finish()).toBe(202);
    await until(() => patient.received === "HTTP/1.1 100 Continue\r\n\r\n");
    patient.say(body);
    expect(await patient.status()).toBe(202);
    expect(await second.finish()).toBe(202);
  });
});

describe("a request that waits for its turn for too long", () => {
  it("is refused, and the next takes its place", async () => {
    await withApp(
      { env: { ...NARROW, HTTP_MAX_CONCURRENT_REQUESTS: "1", HTTP_MAX_WAIT_SECONDS: "0.1" } },
      async (server) => {
        const held = await UnfinishedRequest.begin(server.url, CAPTURE, aSource());
        await until(async () => (await metricOf(server, 'requests_in_work{lane="standard"}')) === 1);
        for (let round = 1; round <= 2; round += 1) {
          const refused = await server.request("POST", CAPTURE, aSource());
          expect(refusalOf(refused)).toEqual(OVERLOADED);
          expect(refused.headers.get("retry-after")).toBe("1");
          expect(await metricOf(server, 'requests_refused_total{reason="wait_too_long"}')).toBe(round);
        }
        expect(await held.finish()).toBe(202);
        expect((await server.request("POST", CAPTURE, aSource())).status).toBe(202);
      },
    );
  });
});

describe("requests that wait for a model", () => {
  let provider: OpenAiServer;
  let server: TestApp;

  beforeEach(async () => {
    provider = await OpenAiServer.start();
    provider.chat.answer(() => ({ candidates: [] }));
    server = await startApp({ env: { ...NARROW, ...provider.generationSettings(30) } });
  });

  afterEach(async () => {
    await server.close();
    await provider.down();
  });

  const modelCounts = async (inWork: number, waiting: number): Promise<void> => {
    await until(
      async () =>
        (await metricOf(server, 'requests_in_work{lane="model"}')) === inWork &&
        (await metricOf(server, 'requests_waiting{lane="model"}')) === waiting,
    );
  };

  const captureInto = async (scope_id: string): Promise<void> => {
    expect((await server.request("POST", CAPTURE, { ...aSource(), scope_id })).status).toBe(202);
  };
  const flush = (scope_id: string) => server.request("POST", "/v1/memory/flush", { scope_id });

  it("queue by themselves and keep nobody else waiting", async () => {
    await captureInto("a");
    await captureInto("b");
    const held = provider.chat.hold();
    const first = flush("a");
    await held.arrived;
    const second = flush("b");
    await modelCounts(1, 1);
    expect(refusalOf(await flush("c"))).toEqual(OVERLOADED);
    const evidence = { source_refs: [], artifact_refs: [], target: null, reason: null };
    const generate = { scope_id: "c", ...evidence };
    expect(refusalOf(await server.request("POST", "/v1/experience/generate", generate))).toEqual(OVERLOADED);
    for (let round = 0; round < 5; round += 1) {
      expect((await server.request("POST", "/v1/context/prepare", { scope_id: "a", query: "what?" })).status).toBe(200);
    }
    held.release();
    expect([(await first).status, (await second).status]).toEqual([200, 200]);
    await modelCounts(0, 0);
  });

  it("are in work until their work ends, also when their caller has gone", async () => {
    await captureInto("a");
    const held = provider.chat.hold();
    const body = JSON.stringify({ scope_id: "a" });
    const caller = await SpokenSocket.open(server.url);
    caller.say(requestHead("/v1/memory/flush", { "content-length": String(body.length) }) + body);
    await held.arrived;
    caller.leave();
    const inProgress = 'transport_requests_in_progress{transport="http",operation="flush_memory"}';
    await until(async () => (await metricOf(server, inProgress)) === 0);
    expect(await metricOf(server, 'requests_in_work{lane="model"}')).toBe(1);
    held.release();
    await modelCounts(0, 0);
    expect((await flush("a")).body).toMatchObject({ status: "idle", current_cursor: 1 });
  });
});
