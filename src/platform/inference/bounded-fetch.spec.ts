import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

import { boundedFetch } from "./bounded-fetch.js";

const PATHS: Readonly<Record<string, string>> = { "/hundred": "x".repeat(100), "/more": "x".repeat(101) };

let server: Server;
const urlOf = (path: string): string => `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${path}`;

beforeAll(async () => {
  server = createServer((request, response) => {
    const body = PATHS[request.url ?? ""];
    if (body === undefined) response.writeHead(302, { location: "/hundred" }).end();
    else response.writeHead(request.method === "POST" ? 429 : 200, { "retry-after": "7" }).end(body);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
});

afterAll(() => new Promise((closed) => server.close(closed)));

describe("boundedFetch", () => {
  it("passes on status, headers and as many bytes as are allowed", async () => {
    const response = await boundedFetch(100)(urlOf("/hundred"), { method: "POST" });
    expect(response.status).toBe(429);
    expect(response.headers.get("retry-after")).toBe("7");
    expect(await response.text()).toHaveLength(100);
  });

  it("fails at the first byte above that", async () => {
    const response = await boundedFetch(100)(urlOf("/more"));
    await expect(response.text()).rejects.toThrow("the answer is too long");
  });

  it("follows no redirect", async () => {
    await expect(boundedFetch(100)(urlOf("/elsewhere"))).rejects.toThrow("fetch failed");
  });
});
