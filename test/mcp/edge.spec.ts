import { parseServerConfig } from "../../src/platform/config/server.config.js";
import { prefixed, startApp, type TestApp, withApp } from "../support/app.js";
import { ACCEPT, call, initialize, message, post, refusalIn } from "../support/mcp-messages.js";

const SENTINEL = "sentinel-7f0c9a21";
const LIST = message("tools/list");
const REQUEST_ID = "x-powercontext-request-id";
const errorCode = (body: unknown) => (body as { readonly error: { readonly code: unknown } }).error.code;

describe("the endpoint for agents", () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startApp();
  });

  afterAll(() => server.close());

  it.each(["/mcp", "/mcp/"])("answers at %s with JSON", async (path) => {
    const { status, headers, body } = await post(server, initialize, { path });
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe("application/json");
    expect(headers.get("mcp-session-id")).toBeNull();
    expect(body).toMatchObject({
      id: 1,
      result: { serverInfo: { name: "powercontext" }, capabilities: { tools: {} } },
    });
  });

  it.each(["/mcp", "/mcp/"])("has no other method at %s than POST", async (path) => {
    for (const method of ["GET", "DELETE", "PUT", "OPTIONS"]) {
      const { status, headers, body } = await server.request(method, path, undefined, { accept: "text/event-stream" });
      expect([method, status, headers.get("allow"), errorCode(body)]).toEqual([
        method,
        405,
        "POST",
        "method_not_allowed",
      ]);
      expect(headers.get(REQUEST_ID)).toMatch(/./);
    }
  });

  it.each<[string, string, number]>([
    ["bytes that are no JSON", `{"${SENTINEL}`, -32700],
    ["an empty body", "", -32700],
    ["a batch", JSON.stringify([LIST, LIST]), -32600],
    ["an empty batch", "[]", -32600],
    ["an object that is no message", JSON.stringify({ [SENTINEL]: SENTINEL }), -32600],
    ["a lone surrogate in a method", '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"a":"\\ud800"}}', -32700],
    ["a body of more than 4 MiB", JSON.stringify({ ...LIST, params: { a: "x".repeat(4_194_304) } }), -32700],
  ])("answers %s with an error of the protocol", async (_what, body, code) => {
    const answer = await post(server, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ jsonrpc: "2.0", id: null, error: { code, message: expect.any(String) } });
    expect(JSON.stringify(answer.body)).not.toContain(SENTINEL);
    expect(answer.headers.get(REQUEST_ID)).toMatch(/./);
  });

  it("answers bytes that are not UTF-8, and a form, with an error of the protocol", async () => {
    const bytes = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":"\xff"}}', "latin1");
    expect(await post(server, bytes)).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
    const form = await post(server, "a=1", { headers: { "content-type": "application/x-www-form-urlencoded" } });
    expect(form).toMatchObject({ status: 400, body: { error: { code: -32700 } } });
  });

  it("answers what it does not offer under the id of the request, and repeats no name", async () => {
    for (const [method, code] of [
      [`${SENTINEL}/list`, -32601],
      ["resources/list", -32601],
      ["prompts/list", -32601],
      ["subscriptions/listen", -32601],
    ] as const) {
      const { status, body } = await post(server, message(method, {}, "seven"));
      expect([status, body]).toMatchObject([200, { id: "seven", error: { code } }]);
      expect(JSON.stringify(body)).not.toContain(SENTINEL);
    }
    const { body } = await post(server, call(SENTINEL, {}));
    expect(body).toMatchObject({ id: 1, error: { code: -32602 } });
    expect(JSON.stringify(body)).not.toContain(SENTINEL);
  });

  it("takes a notification and answers nothing", async () => {
    const { status, body } = await post(server, { jsonrpc: "2.0", method: "notifications/initialized" });
    expect([status, body]).toEqual([202, ""]);
  });

  it("refuses foreign hosts and origins as everywhere, before it reads", async () => {
    for (const headers of [{ host: "evil.example.com" }, { origin: "https://evil.example.com" }, { origin: "null" }]) {
      const refused = await rawPost(server, headers);
      expect([refused.status, errorCode(refused.body)]).toEqual([403, "forbidden"]);
    }
    expect((await rawPost(server, { origin: "http://localhost:3000" })).status).toBe(200);
  });

  it("answers under every host that passes the check, be there a URL in it or not, and to every form of its target", async () => {
    await withApp({ env: { AUTH_TOKEN: "a-token" } }, async (guarded) => {
      const authorization = "Bearer a-token";
      // A name that makes no URL: a port, an address and a name that there cannot be, and none at all.
      for (const host of ["127.0.0.1:99999", "1.2.3.999", "a b", ""]) {
        const { status, body } = await rawPost(guarded, { host, authorization });
        expect([host, status, body]).toMatchObject([host, 200, { id: 1, result: { tools: expect.any(Array) } }]);
      }
      for (const path of ["/mcp?%ff=%", "http://localhost/mcp"]) {
        const { status, body } = await rawPost(guarded, { authorization }, path);
        expect([path, status, body]).toMatchObject([path, 200, { id: 1 }]);
      }
    });
  });

  it("asks for the token as everywhere", async () => {
    await withApp({ env: { AUTH_TOKEN: SENTINEL } }, async (guarded) => {
      for (const authorization of ["", "Bearer other", SENTINEL]) {
        const refused = await post(guarded, LIST, { headers: { authorization } });
        expect([refused.status, errorCode(refused.body)]).toEqual([401, "unauthorized"]);
        expect(refused.headers.get("www-authenticate")).toBe("Bearer");
      }
      expect((await guarded.request("GET", "/mcp")).status).toBe(401);
      expect((await post(guarded, LIST, { headers: { authorization: `bearer ${SENTINEL}` } })).status).toBe(200);
    });
  });

  it("is not ready without its runtime", async () => {
    await withApp({ runtime: "unbound" }, async (unbound) => {
      const { status, body } = await post(unbound, LIST);
      expect([status, errorCode(body)]).toEqual([503, "runtime_not_ready"]);
      expect((await unbound.request("GET", "/mcp")).status).toBe(405);
    });
  });

  it("is where MCP_PATH says, in both forms, and nowhere when MCP_ENABLED is false", async () => {
    await withApp({ env: { MCP_PATH: "/team/agents/" } }, async (moved) => {
      expect((await post(moved, LIST, { path: "/team/agents" })).status).toBe(200);
      expect((await post(moved, LIST, { path: "/team/agents/" })).status).toBe(200);
      expect((await post(moved, LIST)).status).toBe(404);
    });
    await withApp({ env: { MCP_ENABLED: "false" } }, async (without) => {
      expect((await post(without, LIST)).status).toBe(404);
      expect((await without.request("POST", "/v1/memory/entries/list", { scope_id: "s" })).status).toBe(200);
    });
  });

  it("answers two applications in one process each from its own data", async () => {
    await withApp({}, async (other) => {
      const given = { scope_id: "apart", kind: "fact", text: "Only here." };
      await post(server, call("remember_memory", given));
      const list = call("list_memory_entries", { scope_id: "apart" });
      expect((await post(server, list)).body).toMatchObject({
        result: { structuredContent: { memory: { revision: 1 } } },
      });
      expect((await post(other, list)).body).toMatchObject({ result: { structuredContent: { memory: null } } });
    });
  });

  it("has the request id of the caller in the header and in a refusal, and a new one for a bad one", async () => {
    const headers = { [REQUEST_ID]: "turn-4711" };
    const refused = await post(server, call("search_memory", {}), { headers });
    expect(refused.headers.get(REQUEST_ID)).toBe("turn-4711");
    expect(refusalIn(refused).request_id).toBe("turn-4711");
    const other = await post(server, call("search_memory", {}), { headers: { [REQUEST_ID]: "not an id" } });
    expect(other.headers.get(REQUEST_ID)).toMatch(/^[0-9a-f-]{36}$/);
    expect(refusalIn(other).request_id).toBe(other.headers.get(REQUEST_ID));
  });
});

describe("the metrics of the endpoint", () => {
  it("count each message once, by its operation and how it ended, and calls as operations", async () => {
    await withApp({}, async (server) => {
      const given = { scope_id: "s", kind: "fact", text: "t" };
      await post(server, initialize);
      await post(server, LIST);
      await post(server, message("ping"));
      await post(server, call("remember_memory", given));
      await post(server, call("remember_memory", { ...given, expected_revision: 9 }));
      await post(server, call("nothing", given));
      await server.request("GET", "/mcp");
      await server.request("POST", "/v1/memory/remember", given);
      const text = (await server.request("GET", "/metrics")).body as string;
      const samples = (name: string) =>
        text
          .split("\n")
          .filter((line) => line.startsWith(`powercontext_server_${name}{`))
          .map((line) => line.replace(`powercontext_server_${name}`, ""));
      expect(
        samples("transport_requests_total")
          .filter((line) => line.includes('"mcp"'))
          .sort(),
      ).toEqual([
        '{transport="mcp",operation="initialize",outcome="success"} 1',
        '{transport="mcp",operation="other",outcome="client_error"} 2',
        '{transport="mcp",operation="other",outcome="success"} 1',
        '{transport="mcp",operation="remember_memory",outcome="client_error"} 1',
        '{transport="mcp",operation="remember_memory",outcome="success"} 1',
        '{transport="mcp",operation="tools/list",outcome="success"} 1',
      ]);
      expect(samples("application_operations_total").sort()).toEqual([
        '{operation="remember_memory",outcome="client_error"} 1',
        '{operation="remember_memory",outcome="success"} 2',
      ]);
      const open = samples("transport_requests_in_progress").filter((line) => line.includes('"mcp"'));
      expect(open.map((line) => line.split("} ")[1])).toEqual(["0", "0", "0", "0"]);
    });
  });
});

describe("MCP_PATH", () => {
  const parse = (path: string) =>
    parseServerConfig({ POWERCONTEXT_HOME: "/nowhere", ...prefixed({ MCP_PATH: path }) }).mcp;

  it.each([
    ["", "/mcp"],
    ["/mcp/", "/mcp"],
    ["/v2", "/v2"],
    ["/team/agents.v1", "/team/agents.v1"],
    ["/documents", "/documents"],
  ])("takes %j as %s", (path, taken) => {
    expect(parse(path)).toEqual({ enabled: true, path: taken });
  });

  it.each([
    "/",
    "//",
    "mcp",
    "/mcp//",
    "/a//b",
    "/:scope",
    "/*",
    "/a b",
    "/a?b",
    "/../v1",
    "/a/.",
    "/v1",
    "/v1/mcp",
    "/health/live",
    "/docs/",
    "/metrics",
    "/openapi.yaml",
  ])("refuses %s by the name of the setting", (path) => {
    expect(() => parse(path)).toThrow(/POWERCONTEXT_SERVER_MCP_PATH (?:must be|is) a path/);
  });
});

/** With headers that fetch does not let a caller set. */
async function rawPost(server: TestApp, headers: Readonly<Record<string, string>>, path = "/mcp") {
  const { request } = await import("node:http");
  const url = new URL(server.url);
  return new Promise<{ readonly status: number | undefined; readonly body: unknown }>((resolve, reject) => {
    const options = { host: url.hostname, port: url.port, path, method: "POST" };
    const all = { "content-type": "application/json", ...ACCEPT, ...headers };
    const sent = request({ ...options, headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
      });
    });
    sent.on("error", reject).end(JSON.stringify(LIST));
  });
}
