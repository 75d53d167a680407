import { request as httpRequest } from "node:http";

import { startApp, type TestApp } from "../support/app.js";
import { Api } from "../support/api.js";
import { call, initialize, message, post, refusalIn } from "../support/mcp-messages.js";

const SENTINEL = "sentinel-7f0c9a21";
const REVISION = "2026-07-28";
const META = "io.modelcontextprotocol/";
const META_2026 = {
  [`${META}protocolVersion`]: REVISION,
  [`${META}clientInfo`]: { name: "test", version: "1.0.0" },
  [`${META}clientCapabilities`]: {},
};
const scope_id = "protocol";

/** Methods whose messages are counted under another word. */
const COUNTED_AS: Readonly<Record<string, string>> = { ping: "other", "tools/call": "search_memory" };

type Headers = Readonly<Record<string, string>>;

describe("the endpoint for agents", () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startApp();
  });

  afterAll(() => server.close());

  const valid = initialize["params"] as object;
  it.each<[string, unknown, string]>([
    ["initialize", undefined, "params"],
    ["initialize", [], "params"],
    ["initialize", {}, "params.protocolVersion"],
    ["initialize", { ...valid, protocolVersion: 5 }, "params.protocolVersion"],
    ["initialize", { ...valid, capabilities: SENTINEL }, "params.capabilities"],
    ["initialize", { ...valid, clientInfo: { name: SENTINEL } }, "params.clientInfo.version"],
    ["initialize", { ...valid, capabilities: { experimental: { [SENTINEL]: 5 } } }, "params.capabilities.experimental"],
    ["tools/list", SENTINEL, "params"],
    ["tools/list", null, "params"],
    ["tools/list", { cursor: 5 }, "params.cursor"],
    ["tools/list", { _meta: SENTINEL }, "params._meta"],
    ["ping", [SENTINEL], "params"],
    ["ping", { _meta: { progressToken: { a: SENTINEL } } }, "params._meta.progressToken"],
    ["tools/call", { name: "search_memory", arguments: {}, _meta: [SENTINEL] }, "params._meta"],
  ])("names the field of %s that is not valid in one line: %j", async (method, params, field) => {
    const operation = COUNTED_AS[method] ?? method;
    const counted = await clientErrors(server, operation);
    const { status, body } = await post(server, { jsonrpc: "2.0", id: "seven", method, params });
    expect(status).toBe(200);
    expect(body).toEqual({
      jsonrpc: "2.0",
      id: "seven",
      error: { code: -32602, message: `The field ${field} is missing or not valid.` },
    });
    expect(await clientErrors(server, operation)).toBe(counted + 1);
  });

  it.each<[string, object]>([
    ["an id that is a fraction", { id: 1.5 }],
    ["a field beside those of JSON-RPC", { [SENTINEL]: SENTINEL }],
  ])("refuses a message with %s as none of JSON-RPC", async (_what, fields) => {
    const { status, body } = await post(server, { ...message("ping"), ...fields });
    expect([status, body]).toMatchObject([400, { error: { code: -32600 } }]);
    expect(JSON.stringify(body)).not.toContain(SENTINEL);
    expect((await post(server, message("ping"))).body).toEqual({ jsonrpc: "2.0", id: 1, result: {} });
  });

  const modern = (method: string, params: object = {}, meta: object = {}) =>
    message(method, { ...params, _meta: { ...META_2026, ...meta } }, "seven");
  const headersFor = (method: string): Headers => ({ "mcp-protocol-version": REVISION, "mcp-method": method });
  const search = { name: "search_memory", arguments: { scope_id, query: "q" } };
  const searchHeaders = { ...headersFor("tools/call"), "mcp-name": "search_memory" };

  it.each<[string, object, Headers, number]>([
    ["an unknown revision", message("tools/list", {}, "seven"), { "mcp-protocol-version": SENTINEL }, -32022],
    ["a revision to come", message("tools/list", {}, "seven"), { "mcp-protocol-version": "2999-01-01" }, -32022],
    ["no revision", message("ping", {}, "seven"), { "mcp-protocol-version": "" }, -32022],
    [
      "an unknown revision in _meta",
      modern("tools/list", {}, { [`${META}protocolVersion`]: SENTINEL }),
      { ...headersFor("tools/list"), "mcp-protocol-version": SENTINEL },
      -32022,
    ],
    ["another revision in the header", modern("tools/list"), { "mcp-protocol-version": "2025-06-18" }, -32020],
    ["another method", modern("tools/list"), { ...headersFor("tools/list"), "mcp-method": SENTINEL }, -32020],
    ["another name", modern("tools/call", search), { ...searchHeaders, "mcp-name": SENTINEL }, -32020],
    [
      "a name in no Base64",
      modern("tools/call", search),
      { ...searchHeaders, "mcp-name": `=?base64?${SENTINEL}?=` },
      -32020,
    ],
    ["no method", modern("tools/list"), { "mcp-protocol-version": REVISION }, -32020],
    ["no name", modern("tools/call", search), headersFor("tools/call"), -32020],
    ["no _meta", message("tools/list", {}, "seven"), headersFor("tools/list"), -32602],
    [
      "_meta that is not valid",
      modern("tools/list", {}, { [`${META}clientInfo`]: SENTINEL }),
      headersFor("tools/list"),
      -32602,
    ],
    ["initialize under a revision without it", { ...initialize, id: "seven" }, headersFor("initialize"), -32020],
  ])("refuses %s under the id of the request, and repeats none of it", async (_what, body, headers, code) => {
    const answer = await post(server, body, { headers });
    expect([answer.status, answer.body]).toMatchObject([400, { jsonrpc: "2.0", id: "seven", error: { code } }]);
    expect(JSON.stringify(answer.body)).not.toMatch(new RegExp(`${SENTINEL}|2999|${SENTINEL.slice(0, 8)}`));
    if (code === -32020) expect(JSON.stringify(answer.body)).toMatch(/MCP-Protocol-Version|Mcp-Method|Mcp-Name/);
    if (code === -32022)
      expect(answer.body).toMatchObject({ error: { data: { supported: expect.arrayContaining([REVISION]) } } });
  });

  it("refuses a notification of an unknown revision without repeating it, and takes it without", async () => {
    const notification = { jsonrpc: "2.0", method: "notifications/initialized" };
    const refused = await post(server, notification, { headers: { "mcp-protocol-version": SENTINEL } });
    expect([refused.status, refused.body]).toMatchObject([400, { id: null, error: { code: -32022 } }]);
    expect(JSON.stringify(refused.body)).not.toContain(SENTINEL);
    expect((await post(server, notification)).status).toBe(202);
  });

  it("serves each revision that it names, and knows the same ones as its library", async () => {
    const { body } = await post(server, modern("server/discover"), { headers: headersFor("server/discover") });
    const { supportedVersions } = (body as { result: { supportedVersions: readonly string[] } }).result;
    const refused = await post(server, message("ping"), { headers: { "mcp-protocol-version": "x" } });
    const { supported } = (refused.body as { error: { data: { supported: readonly string[] } } }).error.data;
    expect(supported.slice(0, supportedVersions.length)).toEqual(supportedVersions);
    for (const revision of supported.slice(supportedVersions.length)) {
      const listed = await post(server, message("tools/list"), { headers: { "mcp-protocol-version": revision } });
      expect([revision, listed.status]).toEqual([revision, 200]);
    }
    const encoded = `=?base64?${Buffer.from("search_memory").toString("base64")}?=`;
    for (const name of ["search_memory", encoded]) {
      const found = await post(server, modern("tools/call", search), {
        headers: { ...searchHeaders, "mcp-name": name },
      });
      expect(found.body).toMatchObject({ id: "seven", result: { structuredContent: { memory: null } } });
    }
  });

  it.each([
    undefined,
    "*/*",
    "application/*",
    "application/json",
    "Application/JSON; charset=utf-8",
    "text/html, */*;q=0.1",
  ])("answers JSON to who accepts %s, in both generations", async (accept) => {
    const old = await accepting(server, accept, message("tools/list"));
    expect([old.status, old.body]).toMatchObject([200, { result: { tools: expect.any(Array) } }]);
    const recent = await accepting(server, accept, modern("tools/list"), headersFor("tools/list"));
    expect([recent.status, recent.body]).toMatchObject([200, { id: "seven", result: { tools: expect.any(Array) } }]);
  });

  it.each(["text/event-stream", "text/html", "application/json;q=0, */*"])(
    "refuses who accepts no JSON: %s",
    async (accept) => {
      const refused = await accepting(server, accept, message("tools/list", {}, "seven"));
      expect([refused.status, refused.body]).toMatchObject([406, { id: "seven", error: { code: -32000 } }]);
    },
  );
});

describe("the text of an answer", () => {
  const HIDDEN = "a\u200bb\u202ec\u{e0041}d\u007fe\ufefff";
  const SEEN = String.raw`a\u200bb\u202ec\udb40\udc41d\u007fe\ufefff`;
  const INVISIBLE = /[\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u;
  let server: TestApp;

  beforeAll(async () => {
    server = await startApp();
    await new Api(server.url).scope(scope_id).remember(`Needle ${HIDDEN} 漢字 👩‍💻`, { kind: HIDDEN });
  });

  afterAll(() => server.close());

  const use = async (tool: string, args: object) => {
    const { body } = await post(server, call(tool, { scope_id, ...args }));
    const { content, structuredContent } = (body as { result: Result }).result;
    return { text: content[0].text, structuredContent };
  };

  it("escapes what a reader does not see, and parses to exactly the structured content", async () => {
    const { text, structuredContent } = await use("search_memory", { query: "needle" });
    expect(text).toContain(`Needle ${SEEN} 漢字 👩‍💻`);
    expect(text).not.toMatch(INVISIBLE);
    expect(JSON.parse(text)).toEqual(structuredContent);
    expect(structuredContent).toMatchObject({ hits: [{ text: `Needle ${HIDDEN} 漢字 👩‍💻` }] });
  });

  it("escapes it in the summary of a list and in a refusal", async () => {
    const { text } = await use("list_memory_entries", {});
    expect(text).toContain(`"${SEEN}" "Needle ${SEEN} 漢字 👩‍💻"`);
    expect(text).not.toMatch(INVISIBLE);
    const refused = await post(server, call("search_memory", { scope_id, query: "q", [HIDDEN]: 1 }));
    expect(JSON.stringify(refused.body)).not.toMatch(INVISIBLE);
    expect(refusalIn(refused).error.code).toBe("invalid_request");
  });
});

interface Result {
  readonly content: readonly [{ readonly text: string }];
  readonly structuredContent: unknown;
}

async function clientErrors(server: TestApp, operation: string): Promise<number> {
  const { body } = await server.request("GET", "/metrics");
  const sample = `transport_requests_total{transport="mcp",operation="${operation}",outcome="client_error"} `;
  return Number((body as string).split(sample)[1]?.split("\n")[0] ?? 0);
}

/** fetch would send an Accept header of its own. */
function accepting(server: TestApp, accept: string | undefined, body: object, headers: Headers = {}) {
  const all = { "content-type": "application/json", ...headers, ...(accept !== undefined && { accept }) };
  return new Promise<{ readonly status: number | undefined; readonly body: unknown }>((resolve, reject) => {
    const sent = httpRequest(`${server.url}/mcp`, { method: "POST", headers: all }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("end", () => {
        resolve({ status: response.statusCode, body: JSON.parse(Buffer.concat(chunks).toString("utf8")) });
      });
    });
    sent.on("error", reject).end(JSON.stringify(body));
  });
}
