import { startApp, type TestApp } from "../../support/app.js";
import { sendRaw, sendRawAll } from "../../support/raw-http.js";

const TOKEN = "a-token";
const lines = (...parts: readonly string[]): string => [...parts, "", ""].join("\r\n");

describe("requests no client library sends", () => {
  let server: TestApp;
  let guarded: TestApp;

  beforeAll(async () => {
    [server, guarded] = await Promise.all([startApp(), startApp({ env: { AUTH_TOKEN: TOKEN } })]);
  });

  afterAll(() => Promise.all([server.close(), guarded.close()]));

  const post = (path: string, fields: object): string => {
    const body = JSON.stringify({ scope_id: "raw", ...fields });
    const head = [`POST ${path} HTTP/1.1`, "Host: localhost", "Content-Type: application/json"];
    return lines(...head, `Content-Length: ${String(body.length)}`) + body;
  };

  it("answers a pipelined request before the garbage behind it", async () => {
    const good = post("/v1/memory/remember", { kind: "fact", text: "pipelined before garbage" });
    const answers = await sendRawAll(server.url, `${good}GARBAGE\r\n\r\n`);
    expect(answers.map(({ status }) => status)).toEqual([200, 422]);
    expect(JSON.parse(answers[0]?.body ?? "")).toMatchObject({ memory: { revision: 1 } });
  });

  it("answers garbage alone, and garbage inside a body that is still arriving, at once", async () => {
    expect((await sendRaw(server.url, "GARBAGE\r\n\r\n")).status).toBe(422);
    const chunked = lines("POST /v1/memory/remember HTTP/1.1", "Host: localhost", "Transfer-Encoding: chunked");
    expect((await sendRaw(server.url, `${chunked}zz\r\n`)).status).toBe(422);
  });

  it("answers HEAD without a body even where it is no valid HTTP, and GET with one", async () => {
    const [head, get] = [
      await sendRaw(server.url, "HEAD x HTTP/1.1\r\n\r\n"),
      await sendRaw(server.url, "GET x HTTP/1.1\r\n\r\n"),
    ];
    expect([head.status, head.body]).toEqual([422, ""]);
    expect([get.status, JSON.parse(get.body)]).toMatchObject([422, { error: { code: "invalid_request" } }]);
    expect(head.headers.get("content-length")).toBe(String(get.body.length));
  });

  it("refuses CONNECT like any other method that a path does not have, with a request id", async () => {
    const answer = await sendRaw(server.url, lines("CONNECT localhost:443 HTTP/1.1", "Host: localhost"));
    expect(answer.status).toBe(405);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "method_not_allowed", details: null } });
    expect(answer.headers.get("x-powercontext-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(["/v1/%ff", "/v1/%", "/%E0%A4%A"])("asks for the token before it looks at the path %s", async (path) => {
    const head = [`GET ${path} HTTP/1.1`, "Host: localhost", "Connection: close"];
    expect((await sendRaw(guarded.url, lines(...head))).status).toBe(401);
    expect((await sendRaw(guarded.url, lines(...head, `Authorization: Bearer ${TOKEN}`))).status).toBe(422);
    expect(
      (await sendRaw(server.url, lines(`GET ${path} HTTP/1.1`, "Host: evil.test", "Connection: close"))).status,
    ).toBe(403);
  });

  it("refuses a foreign host beside its own, in a second header or in the target", async () => {
    const twice = lines("GET /v1/capabilities HTTP/1.1", "Host: localhost", "Host: evil.test", "Connection: close");
    expect((await sendRaw(server.url, twice)).status).toBe(403);
    const target = lines("GET http://evil.test/v1/capabilities HTTP/1.1", "Host: localhost", "Connection: close");
    expect((await sendRaw(server.url, target)).status).toBe(403);
    const own = lines("GET /v1/capabilities HTTP/1.1", "Host: localhost", "Connection: close");
    expect((await sendRaw(server.url, own)).status).toBe(200);
  });

  it("finds nothing outside the folder of its pages", async () => {
    const climbing = lines("GET /docs/../../etc/passwd HTTP/1.1", "Host: localhost", "Connection: close");
    const answer = await sendRaw(server.url, climbing);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "not_found" } });
  });
});
