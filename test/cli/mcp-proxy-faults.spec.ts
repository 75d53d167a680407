import { once } from "node:events";
import type { ServerResponse } from "node:http";

import { startHost } from "../support/mcp-host.js";
import { type ScriptedServer, startScriptedServer } from "../support/scripted-server.js";
import { until } from "../support/until.js";

const PING = { jsonrpc: "2.0", id: 7, method: "ping" };
const PONG = { jsonrpc: "2.0", id: 7, result: {} };

describe("powercontext mcp in front of something else", () => {
  let server: ScriptedServer;

  beforeEach(async () => {
    server = await startScriptedServer();
  });
  afterEach(() => server.close());

  type Answering = (response: ServerResponse) => void;

  function hostBefore(answer: Answering, env: Readonly<Record<string, string>> = {}) {
    server.answer(answer);
    return startHost({ url: server.url, env });
  }

  const sends =
    (status: number, type: string, body: string): Answering =>
    (response) =>
      response.writeHead(status, { "content-type": type }).end(body);

  /** Answers each request with this result, and takes notifications. */
  const replies =
    (result: unknown): Answering =>
    (response) => {
      const { id } = JSON.parse(server.requests.at(-1)!.body);
      if (id === undefined) response.writeHead(202).end();
      else response.setHeader("content-type", "application/json").end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    };

  it.each<[string, Answering]>([
    ["HTML", sends(200, "text/html", "<html></html>")],
    ["no JSON", sends(200, "application/json", "{")],
    ["nothing", sends(200, "application/json", "")],
    ["a bare array", sends(200, "application/json", "[]")],
    ["the reply to another request", sends(200, "application/json", JSON.stringify({ ...PONG, id: 8 }))],
    ["no reply but a taken notification", sends(202, "application/json", "")],
    [
      "an event stream that ends before the reply",
      sends(200, "text/event-stream", 'data: {"jsonrpc":"2.0","method":"x"}\n\n'),
    ],
    [
      "half of a body",
      (response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" }).write("{");
        response.destroy();
      },
    ],
  ])("answers a request with an error when the server answers %s", async (_, answer) => {
    const session = hostBefore(answer);
    session.send(PING);
    expect(await session.reply(7)).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32_000, message: expect.stringMatching(/powercontext doctor/) },
    });
    expect((await session.end()).code).toBe(0);
  });

  it("follows no redirect, which could lead the token elsewhere", async () => {
    const session = hostBefore((response) => {
      if (server.requests.length === 1) response.writeHead(307, { location: `${server.url}/other` }).end();
      else replies({})(response);
    });
    session.send(PING);
    expect(await session.reply(7)).toMatchObject({ error: { message: expect.stringContaining("307") } });
    session.send({ ...PING, id: 8 });
    expect(await session.reply(8)).toMatchObject({ result: {} });
    expect(server.requests.map(({ path }) => path)).toEqual(["/mcp", "/mcp"]);
    await session.end();
  });

  it("passes a protocol error without an id on under the request's", async () => {
    const error = { code: -32_600, message: "Bad Request" };
    const session = hostBefore(sends(400, "application/json", JSON.stringify({ jsonrpc: "2.0", id: null, error })));
    session.send(PING);
    expect(await session.reply(7)).toEqual({ jsonrpc: "2.0", id: 7, error });
    await session.end();
  });

  it("reads a reply, and what is said before it, from an event stream in pieces", async () => {
    const progress = { jsonrpc: "2.0", method: "notifications/progress", params: { progress: 1 } };
    const events = `: hello\r\nevent: message\r\ndata: ${JSON.stringify(progress)}\r\n\r\nevent: ping\ndata: 1\n\ndata: ${JSON.stringify({ ...PONG, result: { text: "漢字" } })}\n\n`;
    const session = hostBefore((response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      for (const byte of Buffer.from(events)) response.write(Buffer.of(byte));
    });
    session.send(PING);
    expect(await session.reply(7)).toEqual({ ...PONG, result: { text: "漢字" } });
    expect(session.lines()[0]).toEqual(progress);
    await session.end();
  });

  it("answers with an error when the server hangs longer than the timeout", async () => {
    const session = hostBefore(() => undefined, { POWERCONTEXT_CLIENT_TIMEOUT: "0.3" });
    session.send(PING);
    expect(await session.reply(7)).toMatchObject({
      error: { message: expect.stringMatching(/did not answer in 0\.3 s/) },
    });
    await session.end();
  });

  it("sends the token, the agreed protocol and the body as it is", async () => {
    const session = hostBefore(replies({ protocolVersion: "2025-06-18" }), {
      POWERCONTEXT_CLIENT_API_TOKEN: "a-token",
    });
    await session.initialize();
    session.write('{ "jsonrpc":"2.0", "id":1, "method":"x", "params": {"n": 12345678901234567890} }\n');
    await session.reply(1);
    await session.end();

    const [first, , last] = server.requests;
    expect(server.requests).toHaveLength(3);
    expect(first!.headers).not.toHaveProperty("mcp-protocol-version");
    expect(last).toMatchObject({
      path: "/mcp",
      headers: {
        authorization: "Bearer a-token",
        "mcp-protocol-version": "2025-06-18",
        "content-type": "application/json",
      },
      body: '{ "jsonrpc":"2.0", "id":1, "method":"x", "params": {"n": 12345678901234567890} }',
    });
  });

  it("sends no line on that is not UTF-8, and none with an id that would come back as another", async () => {
    const session = hostBefore(replies({}));
    session.write(Buffer.from('{"jsonrpc":"2.0","id":1,"method":"\xff"}\n', "latin1"));
    session.write('{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}\n');
    session.send({ ...PING, id: Number.MAX_SAFE_INTEGER });
    expect(await session.reply(Number.MAX_SAFE_INTEGER)).toMatchObject({ result: {} });
    await session.end();
    expect(session.lines().filter(({ id }) => id === null)).toEqual([
      { jsonrpc: "2.0", id: null, error: { code: -32_700, message: "The line is not UTF-8." } },
      { jsonrpc: "2.0", id: null, error: { code: -32_600, message: expect.stringContaining("The id is a number") } },
    ]);
    expect(server.requests).toHaveLength(1);
  });

  it("writes a line that it has begun to its end for a host that reads late, and begins no more", async () => {
    let answered = 0;
    const body = JSON.stringify({ ...PONG, result: { text: "x".repeat(3_000_000) } });
    const session = hostBefore((response) => {
      response.setHeader("content-type", "application/json").end(body, () => (answered += 1));
    });
    session.child.stdout.pause();
    for (let call = 0; call < 3; call += 1) session.send(PING);
    await until(() => answered === 3);
    const ended = session.end();
    session.child.stdout.resume();
    expect((await ended).code).toBe(0);
    expect(session.lines().length).toBeGreaterThan(0);
    expect(session.text().endsWith("\n")).toBe(true);
  });

  it("drops a call that the host cancels, and goes on", async () => {
    let dropped = false;
    const session = hostBefore((response) => response.on("close", () => (dropped = true)));
    session.send(PING);
    await until(() => server.requests.length === 1);
    server.answer(replies({}));
    session.send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 7 } });
    await until(() => dropped);
    session.send({ ...PING, id: 8 });
    await session.reply(8);
    await session.end();
    expect(session.lines()).toEqual([{ ...PONG, id: 8 }]);
  });

  it("reports a notification that nobody took on standard error alone", async () => {
    const session = hostBefore(sends(404, "text/plain", "no"));
    session.send({ jsonrpc: "2.0", method: "notifications/initialized" });
    await until(() => session.stderr() !== "");
    await session.end();
    expect(session.stderr()).toMatch(/^powercontext mcp: [^\n]*404[^\n]*\n$/);
    expect(session.lines()).toEqual([]);
  });

  it("gives calls in flight a moment when the host closes its side, and writes their replies whole", async () => {
    const reply = { ...PONG, result: { text: "x".repeat(1_000_000) } };
    let held: ServerResponse | undefined;
    const session = hostBefore((response) => (held = response));
    session.send(PING);
    await until(() => held !== undefined);
    const ended = session.end();
    held?.setHeader("content-type", "application/json").end(JSON.stringify(reply));
    expect((await ended).code).toBe(0);
    expect(session.lines()).toEqual([reply]);
  });

  it("ends within two seconds of its input, with a call in flight to a server that hangs", async () => {
    const session = hostBefore(() => undefined);
    session.send(PING);
    await until(() => server.requests.length === 1);
    const { code, milliseconds } = await session.end();
    expect(code).toBe(0);
    expect(milliseconds).toBeLessThan(2_000);
    expect(session.lines()).toEqual([]);
  });

  it("ends within two seconds when the host does not read what it is sent", async () => {
    let answered = 0;
    const body = JSON.stringify({ ...PONG, result: { text: "x".repeat(1_000_000) } });
    const session = hostBefore((response) => {
      response.setHeader("content-type", "application/json").end(body, () => (answered += 1));
    });
    session.child.stdout.pause();
    for (let call = 0; call < 4; call += 1) session.send(PING);
    await until(() => answered === 4);
    const started = performance.now();
    session.child.stdin.end();
    const [code] = (await once(session.child, "exit")) as [number | null];
    expect(code).toBe(0);
    expect(performance.now() - started).toBeLessThan(2_000);
    session.child.stdout.destroy();
  });
});
