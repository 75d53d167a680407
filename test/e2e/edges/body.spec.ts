import { startApp, type TestApp } from "../../support/app.js";
import { sendRaw } from "../../support/raw-http.js";
import { invalid, refusalOf } from "../../support/refusals.js";

const PATH = "/v1/sources/content";
const LIMIT = 4 * 1024 * 1024;

describe("the body of a request", () => {
  let server: TestApp;
  let count = 0;

  beforeAll(async () => {
    server = await startApp();
  });

  afterAll(() => server.close());

  const source = () => ({ scope_id: "body", source_id: `s-${String(++count)}`, content: "x" });
  const post = (body: unknown, contentType = "application/json") =>
    server.request("POST", PATH, body, { "content-type": contentType });

  it.each([
    "application/json",
    "Application/JSON",
    "application/json; charset=utf-8",
    'application/json;charset="UTF-8"',
    "application/json ; profile=x",
  ])("is read as %s", async (contentType) => {
    expect((await post(source(), contentType)).status).toBe(202);
  });

  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "application/json; charset=latin1",
    "application/json; charset=utf-16",
    "application/jsonl",
    "application/problem+json",
    "json",
    "a/b/c",
    "",
  ])("is refused as '%s'", async (contentType) => {
    expect(refusalOf(await post(source(), contentType))).toEqual(invalid("content-type", "must be application/json"));
  });

  it("is refused without a content type", async () => {
    const body = JSON.stringify(source());
    const head = `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n`;
    const answer = await sendRaw(server.url, `${head}Content-Length: ${String(body.length)}\r\n\r\n${body}`);
    expect(refusalOf({ status: answer.status, body: JSON.parse(answer.body) as unknown })).toEqual(
      invalid("content-type", "must be application/json"),
    );
  });

  it("is refused when it is missing", async () => {
    const missing = invalid("body", "is missing: send a JSON object");
    expect(refusalOf(await post(undefined))).toEqual(missing);
    expect(refusalOf(await post(""))).toEqual(missing);
  });

  it("is read up to 4 MiB, and 200,000 emoji as ASCII escapes fit", async () => {
    const escaped = "\\ud83d\\ude00".repeat(200_000);
    const answer = await post(`{"scope_id":"body","source_id":"emoji","content":"${escaped}"}`);
    expect(answer.status).toBe(202);
    expect((await post(paddedTo(LIMIT))).status).toBe(202);
  });

  it.each([1, 1024 * 1024, 20 * 1024 * 1024])("is refused %d bytes beyond 4 MiB", async (excess) => {
    expect(refusalOf(await post(paddedTo(LIMIT + excess)))).toEqual(invalid("body", "is larger than 4194304 bytes"));
  });

  it("has the same limit when it comes in chunks", async () => {
    const chunked = async (bytes: number) => {
      const head = `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n`;
      const body = paddedTo(bytes);
      const parts = `${bytes.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
      return (await sendRaw(server.url, `${head}Transfer-Encoding: chunked\r\n\r\n${parts}`)).status;
    };
    expect(await chunked(LIMIT)).toBe(202);
    expect(await chunked(LIMIT + 1)).toBe(422);
  });

  it("is read to its end before it is refused, so that a caller who writes first still gets the answer", async () => {
    const bytes = 3 * LIMIT;
    const head = `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`;
    const answer = await sendRaw(server.url, `${head}Content-Length: ${String(bytes)}\r\n\r\n${paddedTo(bytes)}`);
    expect(answer.status).toBe(422);
    expect(answer.body).toContain("is larger than 4194304 bytes");
  });

  it("may be followed by the next request on the same connection after a refusal", async () => {
    const bad = `POST ${PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello`;
    const good = "GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    const answer = await sendRaw(server.url, bad + good);
    expect(answer.status).toBe(422);
    expect(answer.body).toContain("invalid_request");
  });

  function paddedTo(bytes: number): string {
    const text = JSON.stringify(source());
    return text + " ".repeat(bytes - text.length);
  }
});
