import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startApp, type TestApp, withApp } from "../../support/app.js";
import { refusalOf } from "../../support/refusals.js";

const UNAUTHORIZED = { status: 401, code: "unauthorized", details: null };

describe("a server with tokens", () => {
  let directory: string;
  let server: TestApp;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "powercontext-tokens-"));
    const file = join(directory, "tokens");
    await writeFile(file, "first-of-file\r\n\n  second-of-file  \n");
    server = await startApp({ env: { AUTH_TOKEN: "from-env", AUTH_TOKENS_FILE: file } });
  });

  afterAll(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });

  const withAuthorization = (authorization: string) =>
    server.request("GET", "/v1/capabilities", undefined, { authorization });

  it.each(["from-env", "first-of-file", "second-of-file"])("accepts each of its tokens: %s", async (token) => {
    expect((await withAuthorization(`Bearer ${token}`)).status).toBe(200);
  });

  it.each(["bearer from-env", "BEARER from-env", "Bearer  from-env"])(
    "reads the scheme in any case: %s",
    async (authorization) => {
      expect((await withAuthorization(authorization)).status).toBe(200);
    },
  );

  it.each([
    "Bearer wrong",
    "Bearer from-en",
    "Bearer from-env2",
    "Bearer FROM-ENV",
    "Bearer",
    "Basic from-env",
    "from-env",
    "Bearer from-env extra",
    "Bearer first-of-file second-of-file",
  ])("refuses anything else and names the scheme: %s", async (authorization) => {
    const answer = await withAuthorization(authorization);
    expect(refusalOf(answer)).toEqual(UNAUTHORIZED);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
  });

  it.each([
    ["GET", "/v1/capabilities"],
    ["GET", "/metrics"],
    ["GET", "/docs"],
    ["GET", "/openapi.yaml"],
    ["GET", "/nowhere"],
    ["PUT", "/v1/capabilities"],
    ["POST", "/health/live"],
    ["POST", "/v1/sources/content"],
  ])("asks for a token before anything else: %s %s", async (method, path) => {
    expect(refusalOf(await server.request(method, path))).toEqual(UNAUTHORIZED);
  });

  it.each(["/health/live", "/health/ready", "/health/live/", "/health/ready?verbose=1"])(
    "leaves the probes open: %s",
    async (path) => {
      expect((await server.request("GET", path)).status).toBe(200);
    },
  );
});

describe("a server without tokens", () => {
  it("asks for none", async () => {
    await withApp({}, async (server) => {
      expect((await server.request("GET", "/v1/capabilities")).status).toBe(200);
    });
  });

  it("asks for none when authentication is switched off beside a token", async () => {
    await withApp({ env: { AUTH_TOKEN: "unused", AUTH_ENABLED: "false" } }, async (server) => {
      expect((await server.request("GET", "/v1/capabilities")).status).toBe(200);
    });
  });
});
