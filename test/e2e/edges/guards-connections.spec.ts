import { startApp, type TestApp, withApp } from "../../support/app.js";
import { metricOf } from "../../support/metric-values.js";
import { withOpenAi } from "../../support/openai-server.js";
import { requestHead, SpokenSocket, UnfinishedRequest } from "../../support/spoken-socket.js";
import { until } from "../../support/until.js";

const CAPTURE = "/v1/sources/content";
const SOURCE = { scope_id: "slow", source_id: "s-1", content: "x" };
const GET_LIVE = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n";
/** The largest page there is, a megabyte and a half. */
const GET_BUNDLE = "GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: localhost\r\n\r\n";
const BUNDLES = 24;

const answersIn = (text: string): number => text.split("HTTP/1.1 ").length - 1;

describe("a server with little patience", () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startApp({
      env: {
        HTTP_MAX_CONCURRENT_REQUESTS: "1",
        HTTP_MAX_WAITING_REQUESTS: "0",
        HTTP_MAX_WAIT_SECONDS: "0.1",
        HTTP_HEADERS_TIMEOUT_SECONDS: "0.2",
        HTTP_BODY_TIMEOUT_SECONDS: "0.2",
        HTTP_STALL_TIMEOUT_SECONDS: "3",
        HTTP_KEEP_ALIVE_SECONDS: "0.5",
      },
    });
  });

  afterAll(() => server.close());

  const cuts = (reason: string) => metricOf(server, `connections_cut_total{reason="${reason}"}`);

  it("tells a client whose headers never end, and ends the connection", async () => {
    const before = (await cuts("slow_request")) ?? 0;
    const socket = await SpokenSocket.open(server.url);
    socket.say("POST /v1/sources/content HTTP/1.1\r\nHost: local");
    expect(await socket.status()).toBe(422);
    expect(socket.received).toContain('{"field":"request","problem":"was not complete in time"}');
    expect(socket.received).toMatch(/\r\nX-PowerContext-Request-ID: /u);
    await socket.closed();
    expect(await cuts("slow_request")).toBe(before + 1);
  });

  it("tells a client whose body dribbles, and gives its turn to the next", async () => {
    const before = (await cuts("slow_request")) ?? 0;
    const socket = await SpokenSocket.open(server.url);
    socket.say(requestHead(CAPTURE, { "content-length": "100000" }));
    const dribble = setInterval(() => {
      socket.say("x");
    }, 20);
    try {
      expect(await socket.status()).toBe(422);
      expect(socket.received).toContain('{"field":"body","problem":"was not complete in time"}');
      expect(await cuts("slow_request")).toBe(before + 1);
      expect((await server.request("POST", CAPTURE, SOURCE)).status).toBe(202);
      await socket.closed();
      expect(answersIn(socket.received)).toBe(1);
    } finally {
      clearInterval(dribble);
    }
  });

  it("ends the connection of a client that still sends what was refused, without a second answer", async () => {
    const socket = await SpokenSocket.open(server.url);
    socket.say(requestHead(CAPTURE, { "content-length": "100000", "content-type": "text/plain" }));
    expect(await socket.status()).toBe(422);
    const dribble = setInterval(() => {
      socket.say("x");
    }, 20);
    try {
      await socket.closed();
      expect(answersIn(socket.received)).toBe(1);
    } finally {
      clearInterval(dribble);
    }
  });

  it("ends connections that are idle, before their first request and after it, without a word", async () => {
    const silent = await SpokenSocket.open(server.url);
    const used = await SpokenSocket.open(server.url);
    used.say(GET_LIVE);
    expect(await used.status()).toBe(200);
    await silent.closed();
    expect(silent.received).toBe("");
    await used.closed();
    expect(answersIn(used.received)).toBe(1);
  });

  it("ends the connection of a client that does not take its answers, and of no other", async () => {
    const before = (await cuts("stalled_answer")) ?? 0;
    const [stalled, reader] = [await SpokenSocket.open(server.url), await SpokenSocket.open(server.url)];
    stalled.stopReading();
    for (const socket of [stalled, reader]) socket.say(GET_BUNDLE.repeat(BUNDLES));
    await until(async () => (await cuts("stalled_answer")) === before + 1);
    await until(() => answersIn(reader.received) === BUNDLES);
    stalled.goOnReading();
    await stalled.closed();
    expect(answersIn(stalled.received)).toBeLessThan(BUNDLES);
    reader.leave();
  });
});

describe("a server whose model takes longer than an answer may stall", () => {
  it("lets the caller wait for it, and still ends a connection that does not take the answer", async () => {
    await withOpenAi(async (provider) => {
      provider.chat.answer(() => ({ candidates: [] }));
      const env = {
        ...provider.generationSettings(30),
        HTTP_STALL_TIMEOUT_SECONDS: "0.2",
        HTTP_KEEP_ALIVE_SECONDS: "60",
      };
      await withApp({ env }, async (server) => {
        expect((await server.request("POST", CAPTURE, SOURCE)).status).toBe(202);
        const held = provider.chat.hold();
        const body = JSON.stringify({ scope_id: SOURCE.scope_id });
        const caller = await SpokenSocket.open(server.url);
        caller.say(requestHead("/v1/memory/flush", { "content-length": String(body.length) }) + body);
        await held.arrived;
        // A connection that says nothing ends in the same time: until then it is over for the waiting one twice.
        for (let round = 0; round < 2; round += 1) await (await SpokenSocket.open(server.url)).closed();
        expect(caller.isOpen).toBe(true);
        caller.stopReading();
        caller.say(GET_BUNDLE.repeat(BUNDLES));
        held.release();
        await until(async () => (await metricOf(server, 'connections_cut_total{reason="stalled_answer"}')) === 1);
      });
    });
  });
});

describe("a server with as many connections as it takes", () => {
  it("closes one more at once, and takes the next when one has ended", async () => {
    await withApp({ env: { HTTP_MAX_CONNECTIONS: "3" } }, async (server) => {
      const held = await UnfinishedRequest.begin(server.url, CAPTURE, SOURCE);
      const idle = await SpokenSocket.open(server.url);
      expect(await metricOf(server, "connections")).toBe(3);
      const surplus = await SpokenSocket.open(server.url);
      await surplus.closed();
      expect(surplus.received).toBe("");
      idle.leave();
      await until(async () => (await metricOf(server, "connections")) === 2);
      expect(await metricOf(server, 'connections_cut_total{reason="limit"}')).toBe(1);
      expect(await held.finish()).toBe(202);
    });
  });
});
