import { startApp, type TestApp } from "../../support/app.js";
import { type RawAnswer, sendRaw } from "../../support/raw-http.js";

const HEADER = "x-powercontext-request-id";
const GENERATED = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

describe("the request id", () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startApp({ env: { AUTH_TOKEN: "secret" } });
  });

  afterAll(() => server.close());

  const authorized = { authorization: "Bearer secret" };

  it.each([
    ["success", "GET", "/v1/capabilities", undefined, 200],
    ["a probe", "GET", "/health/live", undefined, 200],
    ["a page", "GET", "/docs", undefined, 200],
    ["an unknown path", "GET", "/nowhere", undefined, 404],
    ["another method", "DELETE", "/v1/capabilities", undefined, 405],
    ["malformed JSON", "POST", "/v1/sources/content", "{", 422],
    ["a body that is too large", "POST", "/v1/sources/content", "x".repeat(4 * 1024 * 1024 + 1), 422],
    ["a path that is no URL", "GET", "/v1/%zz", undefined, 422],
  ])("is the caller's on %s", async (_what, method, path, body, status) => {
    const answer = await server.request(method, path, body, { ...authorized, [HEADER]: "turn-7.retry_2" });
    expect(answer.status).toBe(status);
    expect(answer.headers.get(HEADER)).toBe("turn-7.retry_2");
  });

  it("is the caller's when the token is wrong", async () => {
    const answer = await server.request("GET", "/v1/capabilities", undefined, { [HEADER]: "abc" });
    expect(answer.status).toBe(401);
    expect(answer.headers.get(HEADER)).toBe("abc");
  });

  it.each(["a".repeat(128), "0", "A.b-c_d"])("is kept when it is well formed", async (id) => {
    const answer = await server.request("GET", "/health/live", undefined, { [HEADER]: id });
    expect(answer.headers.get(HEADER)).toBe(id);
  });

  it.each(["a".repeat(129), "-a", ".a", "a b", "a,b", "a/b", "é", "<script>"])(
    "is replaced when it is not: %s",
    async (id) => {
      const answer = await server.request("GET", "/health/live", undefined, { [HEADER]: id });
      expect(answer.headers.get(HEADER)).toMatch(GENERATED);
      expect(answer.headers.get(HEADER)).not.toBe(id);
    },
  );

  it("is new for each request that brings none", async () => {
    const answers = await Promise.all([1, 2, 3].map(() => server.request("GET", "/health/live")));
    expect(new Set(answers.map((answer) => answer.headers.get(HEADER))).size).toBe(3);
  });

  it.each([
    ["bytes that are not HTTP", "nonsense\r\n\r\n"],
    ["headers of 20 KiB", `GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: ${"x".repeat(20_000)}\r\n\r\n`],
    ["a content length that is no number", "POST /v1/sources/content HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n"],
    ["a request line that is no URL", "GET http://[ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"],
    ["an expectation", "GET / HTTP/1.1\r\nHost: localhost\r\nExpect: wonders\r\nConnection: close\r\n\r\n"],
    ["OPTIONS *", "OPTIONS * HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"],
  ])("and an ErrorResponse answer %s", async (_what, bytes) => {
    const answer: RawAnswer = await sendRaw(server.url, bytes);
    expect(answer.headers.get(HEADER)).toMatch(GENERATED);
    const body = JSON.parse(answer.body) as { error: object };
    expect(Object.keys(body)).toEqual(["error"]);
    expect(Object.keys(body.error)).toEqual(["code", "message", "details"]);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });
});
