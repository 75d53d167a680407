import { request } from "node:http";

import { PowerContextClient } from "../../../src/client/index.js";
import { withApp } from "../../support/app.js";
import { failureOf } from "../../support/client-failure.js";
import { ACCEPT } from "../../support/mcp-messages.js";
import { metricOf } from "../../support/metric-values.js";
import { refusalOf } from "../../support/refusals.js";
import { until } from "../../support/until.js";

const TOO_MANY = { status: 429, code: "too_many_requests", details: null };
const PING = { jsonrpc: "2.0", id: 1, method: "ping" };
const CAPABILITIES = "/v1/capabilities";

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** Asks for the capabilities from another address of this machine. @returns the status */
function askFrom(localAddress: string, url: string, headers: Readonly<Record<string, string>> = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url + CAPABILITIES, { localAddress, agent: false, headers }, (response) => {
      response.resume();
      resolve(response.statusCode ?? 0);
    })
      .on("error", reject)
      .end();
  });
}

describe("a rate limit", () => {
  const env = { AUTH_TOKEN: "first", HTTP_RATE_LIMIT_PER_MINUTE: "2", HTTP_RATE_LIMIT_BURST: "2" };

  it("counts a token by itself over HTTP and MCP, and says when it may ask again", async () => {
    await withApp({ env }, async (server) => {
      expect((await server.request("GET", CAPABILITIES, undefined, bearer("first"))).status).toBe(200);
      expect((await server.request("POST", "/mcp", PING, { ...ACCEPT, ...bearer("first") })).status).toBe(200);
      const refused = await server.request("GET", CAPABILITIES, undefined, bearer("first"));
      expect(refusalOf(refused)).toEqual(TOO_MANY);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(28);
      expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(30);
      const refusedTool = await server.request("POST", "/mcp", PING, { ...ACCEPT, ...bearer("first") });
      expect(refusalOf(refusedTool)).toEqual(TOO_MANY);
      expect(refusedTool.headers.get("retry-after")).toMatch(/^\d+$/u);
    });
  });

  it("asks for the token first, and a wrong one costs nobody anything", async () => {
    await withApp({ env }, async (server) => {
      for (let round = 0; round < 5; round += 1) {
        expect((await server.request("GET", CAPABILITIES, undefined, bearer("wrong"))).status).toBe(401);
      }
      expect((await server.request("GET", CAPABILITIES, undefined, bearer("first"))).status).toBe(200);
    });
  });

  it("spares probes, metrics and pages, and counts what it refuses", async () => {
    await withApp({ env: { HTTP_RATE_LIMIT_PER_MINUTE: "1" } }, async (server) => {
      expect((await server.request("GET", CAPABILITIES)).status).toBe(200);
      expect((await server.request("GET", CAPABILITIES)).status).toBe(429);
      for (const path of ["/health/live", "/health/ready", "/metrics", "/docs", "/openapi.yaml"]) {
        expect([path, (await server.request("GET", path)).status]).toEqual([path, 200]);
      }
      expect(await metricOf(server, 'requests_refused_total{reason="rate_limit"}')).toBe(1);
    });
  });

  it("knows who has no token by where the connection comes from, whatever a header says", async () => {
    await withApp({ env: { HTTP_RATE_LIMIT_PER_MINUTE: "1" } }, async (server) => {
      expect(await askFrom("127.0.0.1", server.url)).toBe(200);
      expect(await askFrom("127.0.0.1", server.url, { "x-forwarded-for": "203.0.113.9" })).toBe(429);
      expect(await askFrom("127.0.0.2", server.url)).toBe(200);
      expect(await askFrom("127.0.0.2", server.url)).toBe(429);
    });
  });

  it("lets a caller on again who waits, and tells the client for how long", async () => {
    await withApp({ env: { HTTP_RATE_LIMIT_PER_MINUTE: "60", HTTP_RATE_LIMIT_BURST: "1" } }, async (server) => {
      const client = new PowerContextClient({ baseUrl: server.url });
      await client.getCapabilities();
      const failure = await failureOf(client.getCapabilities());
      expect(failure).toMatchObject({ kind: "refused", code: "too_many_requests", status: 429, retryAfterSeconds: 1 });
      await until(async () => (await server.request("GET", CAPABILITIES)).status === 200);
    });
  });

  it("is not there unless it is asked for", async () => {
    await withApp({}, async (server) => {
      const statuses = await Promise.all(
        Array.from({ length: 300 }, async () => (await server.request("GET", CAPABILITIES)).status),
      );
      expect(new Set(statuses)).toEqual(new Set([200]));
    });
  });
});
