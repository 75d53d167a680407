import { PowerContextClient, type PowerContextError } from "../../src/client/index.js";
import { startApp, type TestApp } from "../support/app.js";
import { failureOf } from "../support/client-failure.js";
import { type ScriptedServer, startScriptedServer } from "../support/scripted-server.js";

const scope_id = "client/calls";
const refusal = (code: string, details: unknown = null) => ({ error: { code, message: "Do otherwise.", details } });

let app: TestApp;
let server: ScriptedServer;
let client: PowerContextClient;
beforeAll(async () => {
  app = await startApp({ env: { AUTH_TOKEN: "right-token" } });
  server = await startScriptedServer();
  client = new PowerContextClient({ baseUrl: server.url });
});
afterAll(async () => {
  await app.close();
  await server.close();
});

const wordOf = ({ kind, code, status, details, requestId, retryAfterSeconds }: PowerContextError) => ({
  kind,
  code,
  status,
  details,
  requestId,
  retryAfterSeconds,
});

describe("a refusal of the real server", () => {
  it("carries code, status, details and the request id of the caller", async () => {
    const known = new PowerContextClient({ baseUrl: app.url, token: "right-token" });
    const { memory } = await known.rememberMemory({ scope_id, kind: "fact", text: "one" });
    await known.rememberMemory({ scope_id, kind: "fact", text: "two", expected_revision: memory.revision });
    const stale = { scope_id, kind: "fact", text: "three", expected_revision: memory.revision };
    expect(wordOf(await failureOf(known.rememberMemory(stale, { requestId: "mine-1" })))).toEqual({
      kind: "refused",
      code: "revision_conflict",
      status: 409,
      details: { current_revision: 2 },
      requestId: "mine-1",
      retryAfterSeconds: undefined,
    });
  });

  it("carries the request id the server gave where the caller chose none", async () => {
    const unknown = new PowerContextClient({ baseUrl: app.url, token: "wrong-token" });
    const failure = await failureOf(unknown.getCapabilities());
    expect(failure).toMatchObject({ name: "PowerContextError", kind: "refused", code: "unauthorized", status: 401 });
    expect(failure.details).toBeUndefined();
    expect(failure.requestId).toMatch(/^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u);
  });

  it("comes for a path the server does not have", async () => {
    const elsewhere = new PowerContextClient({ baseUrl: `${app.url}/elsewhere`, token: "right-token" });
    expect(await failureOf(elsewhere.getLiveness())).toMatchObject({ kind: "refused", code: "not_found", status: 404 });
  });

  it("is none when the server is not ready: that is what was asked", async () => {
    const unbound = await startApp({ runtime: "unbound" });
    try {
      const asking = new PowerContextClient({ baseUrl: unbound.url });
      expect(await asking.getReadiness()).toMatchObject({ status: "not_ready", checks: { runtime: "not_ready" } });
      const refused = await failureOf(asking.flushMemory({ scope_id }));
      expect(refused).toMatchObject({ kind: "refused", code: "runtime_not_ready", status: 503 });
    } finally {
      await unbound.close();
    }
  });
});

describe("a refusal of another server", () => {
  it("carries a code, a status and details that this client does not know", async () => {
    server.answerJson(429, refusal("too_many_requests_2030", { window: 5 }), { "retry-after": "7" });
    expect(wordOf(await failureOf(client.getCapabilities()))).toEqual({
      kind: "refused",
      code: "too_many_requests_2030",
      status: 429,
      details: { window: 5 },
      requestId: undefined,
      retryAfterSeconds: 7,
    });
  });

  it.each([503, 429, 500, 409])("is not tried again after %i, by a write or a read", async (status) => {
    server.answerJson(status, refusal("overloaded"), { "retry-after": "0" });
    const before = server.requests.length;
    await failureOf(client.rememberMemory({ scope_id, kind: "fact", text: "t" }));
    await failureOf(client.searchMemory({ scope_id, query: "q" }));
    await failureOf(client.getReadiness());
    expect(server.requests.length - before).toBe(3);
  });

  it("is not tried again when the connection is cut", async () => {
    server.answer((response) => response.destroy());
    const before = server.requests.length;
    const failure = await failureOf(client.rememberMemory({ scope_id, kind: "fact", text: "t" }, { requestId: "cut" }));
    expect(wordOf(failure)).toMatchObject({ kind: "unreachable", status: undefined, requestId: "cut" });
    expect(server.requests.length - before).toBe(1);
  });
});

describe("a call", () => {
  it("sends its fields, the token and the request id, and nothing that was undefined", async () => {
    server.answerJson(200, { memory: null, mode: null, hits: [] });
    const known = new PowerContextClient({ baseUrl: `${server.url}/prefix/mcp/`, token: "tok" });
    await known.searchMemory({ scope_id, query: "q 😀", limit: 5 }, { requestId: "id-1" });
    expect(server.requests.at(-1)).toMatchObject({
      method: "POST",
      path: "/prefix/v1/memory/search",
      body: JSON.stringify({ scope_id, query: "q 😀", limit: 5 }),
      headers: {
        authorization: "Bearer tok",
        "content-type": "application/json",
        "x-powercontext-request-id": "id-1",
      },
    });
    server.answerJson(200, { status: "ok" });
    await client.getLiveness();
    expect(server.requests.at(-1)).toMatchObject({ method: "GET", path: "/health/live", body: "" });
    expect(Object.keys(server.requests.at(-1)!.headers)).not.toContain("authorization");
    expect(Object.keys(server.requests.at(-1)!.headers)).not.toContain("content-type");
  });

  it("says that nobody listens, and how it knows", async () => {
    const gone = await startScriptedServer();
    await gone.close();
    const failure = await failureOf(new PowerContextClient({ baseUrl: gone.url }).getLiveness());
    expect(failure.kind).toBe("unreachable");
    expect(failure.message).toBe("The server cannot be reached for get_liveness (ECONNREFUSED).");
  });

  it("ends at its timeout when nothing is answered, the one of the call before the one of the client", async () => {
    server.answer(() => undefined);
    const patient = new PowerContextClient({ baseUrl: server.url, timeoutMs: 60_000_000 });
    expect(await failureOf(patient.getLiveness({ timeoutMs: 30, requestId: "late" }))).toMatchObject({
      kind: "timeout",
      status: undefined,
      requestId: "late",
    });
    const hasty = new PowerContextClient({ baseUrl: server.url, timeoutMs: 30 });
    expect((await failureOf(hasty.flushMemory({ scope_id }))).kind).toBe("timeout");
  });

  it("ends with its signal, before it was sent and after", async () => {
    const before = server.requests.length;
    const failure = await failureOf(client.getLiveness({ signal: AbortSignal.abort(new Error("my reason")) }));
    expect(failure.kind).toBe("aborted");
    expect(server.requests).toHaveLength(before);

    const ending = new AbortController();
    server.answer(() => {
      ending.abort();
    });
    expect((await failureOf(client.getLiveness({ signal: ending.signal }))).kind).toBe("aborted");
    expect(server.requests).toHaveLength(before + 1);
  });

  it("ends in time even when the fetch of the caller does not listen", async () => {
    const deaf = new PowerContextClient({ timeoutMs: 30, fetch: () => new Promise(() => undefined) });
    expect((await failureOf(deaf.getLiveness())).kind).toBe("timeout");
  });

  it("leaves nothing on a signal that outlives it", async () => {
    const listeners = new Set<unknown>();
    const counting = {
      aborted: false,
      addEventListener: (_: string, listener: unknown) => listeners.add(listener),
      removeEventListener: (_: string, listener: unknown) => listeners.delete(listener),
    } as unknown as AbortSignal;
    server.answerJson(200, { status: "ok" });
    await client.getLiveness({ signal: counting });
    server.answerJson(500, refusal("internal_error"));
    await failureOf(client.getLiveness({ signal: counting }));
    expect(listeners.size).toBe(0);
  });

  it("says nothing of an error of fetch but its code", async () => {
    const error = Object.assign(new TypeError("tok and text"), { cause: { code: "a text with spaces" } });
    const failing = new PowerContextClient({ fetch: () => Promise.reject(error) });
    const failure = await failureOf(failing.getLiveness());
    expect(failure.message).toBe("The server cannot be reached for get_liveness.");
    expect(failure.cause).toBeUndefined();
  });

  it("rejects with a TypeError for what cannot be sent", async () => {
    const circle: Record<string, unknown> = { scope_id, query: "q" };
    circle["secret"] = circle;
    const call = client.searchMemory(circle as never);
    await expect(call).rejects.toThrow(new TypeError("The request of search_memory cannot be written as JSON."));
    await expect(client.searchMemory(undefined as never)).rejects.toThrow(TypeError);
  });
});
