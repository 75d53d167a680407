import type { ServerResponse } from "node:http";

import { PowerContextClient, type PreparedContext } from "../../src/client/index.js";
import { failureOf } from "../support/client-failure.js";
import { type ScriptedServer, startScriptedServer } from "../support/scripted-server.js";

const SECRET = "the-words-of-the-caller";
const request = { scope_id: SECRET, query: SECRET };
const memory = { family: "memory", artifact_id: "memory", revision: 1 };
const pack: PreparedContext = {
  schema: "powercontext.prepared-context.v1",
  status: "ready",
  content: "é😀",
  content_bytes: 6,
};
const listing = (text: string) => ({
  memory,
  entries: [
    {
      citation: { memory_ref: memory, entry_id: "mem_ent_1", entry_version_id: "mem_ver_1" },
      version: 1,
      kind: "fact",
      text,
      state: "active",
      source_refs: [],
      artifact_refs: [],
    },
  ],
});

let server: ScriptedServer;
let client: PowerContextClient;
beforeAll(async () => {
  server = await startScriptedServer();
  client = new PowerContextClient({ baseUrl: server.url, token: "a-secret-token", timeoutMs: 20_000 });
});
afterAll(() => server.close());

/** How a prepare fails that is answered like this; and that it was sent once, and failed without its own words. */
async function failureWhen(answer: (response: ServerResponse) => void, timeoutMs = 20_000) {
  const before = server.requests.length;
  server.answer(answer);
  const failure = await failureOf(client.prepareContext(request, { timeoutMs }));
  expect(server.requests).toHaveLength(before + 1);
  expect(server.requests.at(-1)?.body).toContain(SECRET);
  const { name, kind, message, code, status, details } = failure;
  const said =
    JSON.stringify({ name, kind, message, code, status, details }) + String(failure.stack) + String(failure.cause);
  expect(said).not.toMatch(/words-of-the-caller|secret-token/u);
  return { kind, status, message };
}

const JSON_TYPE = { "content-type": "application/json" };
const json =
  (status: number, text: string, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
  (response: ServerResponse): void =>
    void response.writeHead(status, headers).end(text);
const packed = (changes: Readonly<Record<string, unknown>>, left: readonly string[] = []) => {
  const entries = Object.entries({ ...pack, ...changes }).filter(([name]) => !left.includes(name));
  return json(200, JSON.stringify(Object.fromEntries(entries)));
};

describe("an answer that is not what the contract says", () => {
  it("stands beside one that is", async () => {
    server.answer(packed({}));
    expect(await client.prepareContext(request)).toEqual(pack);
    server.answer(json(200, JSON.stringify(pack), { "content-type": 'Application/JSON; charset="UTF-8"' }));
    expect(await client.prepareContext(request)).toEqual(pack);
  });

  it.each([
    ["a missing field", packed({}, ["content_bytes"]), "content_bytes: is missing"],
    ["an extra field", packed({ note: 1 }), "the body: has a field that the contract does not know"],
    ["another schema", packed({ schema: "powercontext.prepared-context.v2" }), "schema: is not a listed value"],
    ["another type", packed({ content_bytes: "6" }), "content_bytes: is not an integer"],
    ["a fraction", packed({ content_bytes: 6.5 }), "content_bytes: is not an integer"],
    ["a number below its bounds", packed({ content_bytes: -1 }), "content_bytes: is out of its bounds"],
    ["a length off by one", packed({ content_bytes: 7 }), "content_bytes: is not the length of content"],
    ["a ready pack without content", packed({ content: null, content_bytes: 0 }), "content: is null exactly when"],
    ["a ready pack of nothing", packed({ content: "", content_bytes: 0 }), "content: is empty under the status ready"],
    ["an empty pack with content", packed({ status: "empty" }), "content: is null exactly when"],
    ["content over the budget", packed({ content: "x".repeat(8001), content_bytes: 8001 }), "content: is longer than"],
    ["half a surrogate pair", json(200, '{"a":"\\ud83d"}'), "holds half a surrogate pair"],
    ["an array", json(200, "[]"), "the body: is not an object"],
    ["JSON cut off", json(200, JSON.stringify(pack).slice(0, -5)), "is not JSON in UTF-8"],
    ["an empty body", json(200, ""), "is not JSON in UTF-8"],
    ["a byte order mark", json(200, `\ufeff${JSON.stringify(pack)}`), "is not JSON in UTF-8"],
    ["HTML", json(200, "<html>", { "content-type": "text/html" }), "is not JSON by its content type"],
    ["no content type", json(200, JSON.stringify(pack), {}), "is not JSON by its content type"],
    ["another charset", json(200, "{}", { "content-type": "application/json; charset=latin1" }), "by its content type"],
    ["nesting without end", json(200, "[".repeat(100_000) + "]".repeat(100_000)), "the body: is not an object"],
  ])("is refused: %s", async (_, answer, problem) => {
    const { message, ...failure } = await failureWhen(answer);
    expect(failure).toEqual({ kind: "invalid_response", status: 200 });
    expect(message).toContain(problem);
  });

  it("is refused for bytes that are no UTF-8", async () => {
    const bytes = Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xff]), Buffer.from('"}')]);
    const failure = await failureWhen((response) => void response.writeHead(200, JSON_TYPE).end(bytes));
    expect(failure).toMatchObject({ kind: "invalid_response", message: expect.stringContaining("not JSON in UTF-8") });
  });

  it.each([201, 202, 204, 301, 302, 307, 308, 304])("is refused for its status %i", async (status) => {
    const elsewhere = { ...JSON_TYPE, location: `${server.url}/elsewhere` };
    const refusal = JSON.stringify({ error: { code: "internal_error", message: "m", details: null } });
    const failure = await failureWhen(json(status, status === 204 ? "" : refusal, elsewhere));
    expect(failure).toMatchObject({ kind: "invalid_response", status });
    expect(server.requests.some(({ path }) => path === "/elsewhere")).toBe(false);
  });

  it("is refused when a fetch of the caller has followed a redirect", async () => {
    server.answer((response) => {
      const moved = server.requests.length % 2 === 1;
      json(moved ? 302 : 200, JSON.stringify({ status: "ok" }), { ...JSON_TYPE, location: "/" })(response);
    });
    const following = new PowerContextClient({
      baseUrl: server.url,
      fetch: (url, init) => fetch(url, { ...init, redirect: "follow" }),
    });
    if (server.requests.length % 2 === 1) await fetch(server.url);
    expect(await failureOf(following.getLiveness())).toMatchObject({ kind: "invalid_response", status: 200 });
  });

  it.each([
    [404, "<html>no such page</html>"],
    [502, "Bad Gateway"],
    [500, "{}"],
    [503, JSON.stringify({ error: { code: "overloaded", message: "m" } })],
    [422, JSON.stringify({ error: { code: "invalid_request", message: "m", details: null, trace: "t" } })],
  ])("is refused for a status %i whose body is no refusal", async (status, text) => {
    expect(await failureWhen(json(status, text))).toMatchObject({ kind: "invalid_response", status });
  });
});

describe("an answer that contradicts itself or its request", () => {
  const flush = { status: "processed", previous_cursor: 4, current_cursor: 9, high_watermark: 9 };
  const flushed = { ...flush, processed_source_count: 5, memory };
  const idle = { ...flushed, status: "idle", previous_cursor: 9, processed_source_count: 0, memory: null };
  const hit = (entry_id: string) => ({
    citation: { memory_ref: memory, entry_id, entry_version_id: `${entry_id}-1` },
    text: "t",
    score: 0.5,
    matched_by: ["fts"],
  });
  const found = { memory, mode: "fts", hits: [hit("a"), hit("b")] };
  const source = { name: "content", source_id: "mine" };
  const received = { status: "accepted", source, position: 1 };
  const ready = { status: "ready", checks: {} };
  const notReady = { status: "not_ready", checks: {} };
  const search = () => client.searchMemory({ scope_id: "s", query: "q", limit: 2 });
  const capture = () => client.captureContentSource({ scope_id: "s", source_id: "mine", content: "c" });
  const flushing = () => client.flushMemory({ scope_id: "s" });
  const asking = () => client.getReadiness();
  const eleven = Array.from({ length: 11 }, (_, number) => hit(String(number)));

  it.each<[string, () => Promise<unknown>, number, object]>([
    ["hits", search, 200, found],
    ["no hits", search, 200, { ...found, hits: [] }],
    ["no Memory", search, 200, { memory: null, mode: null, hits: [] }],
    [
      "as many as without a limit",
      () => client.searchMemory({ scope_id: "s", query: "q" }),
      200,
      { ...found, hits: eleven.slice(1) },
    ],
    ["a receipt", capture, 202, received],
    ["a window", flushing, 200, flushed],
    ["a window of which more is left", flushing, 200, { ...flushed, high_watermark: 12, memory: null }],
    ["idle", flushing, 200, idle],
    ["idle in an empty journal", flushing, 200, { ...idle, previous_cursor: 0, current_cursor: 0, high_watermark: 0 }],
    ["ready", asking, 200, ready],
    ["degraded", asking, 200, { ...ready, status: "degraded" }],
    ["not ready", asking, 503, notReady],
  ])("is not this one: %s", async (_what, call, status, answer) => {
    server.answerJson(status, answer);
    expect(await call()).toEqual(answer);
  });

  it.each<[string, () => Promise<unknown>, number, object, string]>([
    ["a mode without Memory", search, 200, { ...found, memory: null, hits: [] }, "mode: is null exactly"],
    ["a Memory without mode", search, 200, { ...found, mode: null }, "mode: is null exactly"],
    ["hits without Memory", search, 200, { ...found, memory: null, mode: null }, "hits: are none"],
    ["more hits than asked for", search, 200, { ...found, hits: [hit("a"), hit("b"), hit("c")] }, "hits: are more"],
    [
      "more than without a limit",
      () => client.searchMemory({ scope_id: "s", query: "q" }),
      200,
      { ...found, hits: eleven },
      "hits: are more",
    ],
    ["an entry twice", search, 200, { ...found, hits: [hit("a"), hit("a")] }, "hits: has an entry twice"],
    ["another source_id", capture, 202, { ...received, source: { ...source, source_id: "Mine" } }, "source.source_id"],
    ["a cursor beyond the journal", flushing, 200, { ...flushed, high_watermark: 8 }, "current_cursor: is beyond"],
    ["another count", flushing, 200, { ...flushed, processed_source_count: 4 }, "processed_source_count: is not"],
    [
      "a cursor that goes back",
      flushing,
      200,
      { ...flushed, previous_cursor: 10, processed_source_count: 0 },
      "processed_source_count",
    ],
    ["work without a move", flushing, 200, { ...idle, status: "processed" }, "status: is processed exactly"],
    ["a move without work", flushing, 200, { ...flushed, status: "idle" }, "status: is processed exactly"],
    ["idle with a Memory", flushing, 200, { ...idle, memory }, "memory: is null when"],
    ["not_ready under 200", asking, 200, notReady, "status: is not_ready exactly under 503"],
    ["ready under 503", asking, 503, ready, "status: is not_ready exactly under 503"],
  ])("is refused: %s", async (_what, call, status, answer, problem) => {
    server.answerJson(status, answer);
    expect(await failureOf(call())).toMatchObject({
      kind: "invalid_response",
      status,
      message: expect.stringContaining(problem),
    });
  });

  it.each(["", "A_CODE", "a code", "a\ncode", "x".repeat(129), "cod\u00e9"])(
    "is refused: the code %j",
    async (code) => {
      server.answerJson(500, { error: { code, message: "m", details: null } });
      const failure = await failureOf(client.getLiveness());
      expect(failure).toMatchObject({ kind: "invalid_response", status: 500, code: undefined });
      server.answerJson(500, { error: { code: "x".repeat(128), message: "m", details: null } });
      expect(await failureOf(client.getLiveness())).toMatchObject({ kind: "refused", code: "x".repeat(128) });
    },
  );
});

describe("an answer without end", () => {
  it("is read to 2 MiB and far beyond", async () => {
    const text = "漢".repeat(700_000);
    server.answerJson(200, listing(text));
    const { entries } = await client.listMemoryEntries({ scope_id: "s" });
    expect(entries[0]!.text.length).toBe(text.length);
  });

  it("is given up beyond 64 MiB, and its connection is closed", async () => {
    const chunk = Buffer.alloc(1 << 20, 0x20);
    const closed = new Promise<number>((resolve) => {
      server.answer((response) => {
        let sent = 0;
        const send = (): void => {
          do sent += chunk.length;
          while (!response.destroyed && response.write(chunk));
        };
        response.on("drain", send).on("close", () => {
          resolve(sent);
        });
        response.writeHead(200, JSON_TYPE);
        send();
      });
    });
    const failure = await failureOf(client.listMemoryEntries({ scope_id: "s" }));
    expect(failure).toMatchObject({ kind: "invalid_response", message: expect.stringContaining("longer than 64 MiB") });
    expect(await closed).toBeGreaterThan(64 << 20);
  });

  it("ends at the timeout when it drips, and its connection is closed", async () => {
    let close = (): void => undefined;
    const closed = new Promise<void>((resolve) => (close = resolve));
    const failure = await failureWhen((response) => {
      response.writeHead(200, JSON_TYPE).write("{");
      const drip = setInterval(() => response.write(" "), 5);
      response.on("close", () => {
        clearInterval(drip);
        close();
      });
    }, 100);
    expect(failure.kind).toBe("timeout");
    await closed;
  });

  it("is unreachable when the connection breaks off within it", async () => {
    const failure = await failureWhen((response) => {
      response.writeHead(200, { ...JSON_TYPE, "content-length": "1000" });
      response.write("{", () => response.destroy());
    });
    expect(failure).toMatchObject({ kind: "unreachable", status: 200 });
  });
});
