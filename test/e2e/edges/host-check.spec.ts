import { startApp, type TestApp, withApp } from "../../support/app.js";
import { sendRaw } from "../../support/raw-http.js";

/** fetch sets Host itself, so these requests are written by hand. */
async function statusFor(server: TestApp, headers: readonly string[], path = "/v1/capabilities"): Promise<number> {
  const lines = [`GET ${path} HTTP/1.1`, ...headers, "Connection: close", "", ""];
  return (await sendRaw(server.url, lines.join("\r\n"))).status;
}

describe("a server without authentication", () => {
  let server: TestApp;

  beforeAll(async () => {
    server = await startApp({ env: { HTTP_ALLOWED_HOSTS: "Memory.Example.com, other.example:9000" } });
  });

  afterAll(() => server.close());

  it.each([
    "127.0.0.1",
    "127.0.0.1:8000",
    "localhost:8000",
    "LOCALHOST",
    "localhost.",
    "[::1]:8000",
    "memory.example.com",
    "memory.example.com:443",
    "other.example",
  ])("answers for the host %s", async (host) => {
    expect(await statusFor(server, [`Host: ${host}`])).toBe(200);
  });

  it.each([
    "evil.test",
    "evil.test:8000",
    "localhost.evil.test",
    "127.0.0.1.evil.test",
    "evil.test@localhost",
    "localhost@evil.test",
    "192.168.1.7",
    "",
    "localhost:8000:9000",
    "localhost/..",
  ])("refuses the host '%s', as after DNS rebinding", async (host) => {
    expect(await statusFor(server, [`Host: ${host}`])).toBe(403);
  });

  it("refuses a request without a Host header in the form of the contract", async () => {
    const answer = await sendRaw(server.url, "GET /v1/capabilities HTTP/1.1\r\nConnection: close\r\n\r\n");
    expect(answer.status).toBe(403);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "forbidden", details: null } });
  });

  it.each(["http://localhost:8000", "http://127.0.0.1:3000", "https://memory.example.com"])(
    "answers a page of the origin %s",
    async (origin) => {
      expect(await statusFor(server, ["Host: localhost", `Origin: ${origin}`])).toBe(200);
    },
  );

  it.each(["https://evil.test", "null", "http://evil.test/localhost", "http://localhost@evil.test", "file://", ""])(
    "refuses a page of the origin '%s'",
    async (origin) => {
      expect(await statusFor(server, ["Host: localhost", `Origin: ${origin}`])).toBe(403);
    },
  );

  it("lets the probes answer under any name", async () => {
    expect(await statusFor(server, ["Host: 10.1.2.3"], "/health/live")).toBe(200);
    expect(await statusFor(server, ["Host: 10.1.2.3"], "/health/ready")).toBe(200);
    expect(await statusFor(server, ["Host: 10.1.2.3"])).toBe(403);
  });

  it("never invites another origin to read", async () => {
    for (const method of ["GET", "OPTIONS"]) {
      const answer = await server.request(method, "/v1/capabilities", undefined, {
        origin: "http://localhost:3000",
        "access-control-request-method": "POST",
      });
      expect([...answer.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
    }
  });
});

describe("a server as it is started without any setting", () => {
  it("answers for loopback names only", async () => {
    await withApp({}, async (server) => {
      expect(await statusFor(server, ["Host: localhost:8000"])).toBe(200);
      expect(await statusFor(server, ["Host: memory.example.com"])).toBe(403);
      expect(await statusFor(server, ["Host: localhost:8000", "Origin: https://evil.test"])).toBe(403);
    });
  });
});

describe("a server with authentication", () => {
  const AUTHORIZATION = "Authorization: Bearer secret";

  it("answers under every name, because a page cannot know its token", async () => {
    await withApp({ env: { AUTH_TOKEN: "secret" } }, async (server) => {
      expect(await statusFor(server, ["Host: memory.example.com", AUTHORIZATION])).toBe(200);
      expect(await statusFor(server, ["Host: memory.example.com"])).toBe(401);
    });
  });

  it("answers only under the names it is given, once it is given some", async () => {
    await withApp({ env: { AUTH_TOKEN: "secret", HTTP_ALLOWED_HOSTS: "memory.example.com" } }, async (server) => {
      expect(await statusFor(server, ["Host: memory.example.com", AUTHORIZATION])).toBe(200);
      expect(await statusFor(server, ["Host: evil.test", AUTHORIZATION])).toBe(403);
    });
  });
});
