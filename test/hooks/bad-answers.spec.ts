import { type AddressInfo, createServer, type Server, type Socket } from "node:net";

import { EMPTY, type HookServer, json, PACK, ready } from "../support/hook-server.js";
import { EVENTS, HOSTS, injected, type InstalledHook, installHook, said } from "../support/hook-process.js";
import { onHookStage } from "../support/hook-stage.js";

const SECRET = "t0ken-that-nobody-may-see";
const MIB = 2 ** 20;
const CAPTURE = "/v1/sources/content";
const SETTINGS = { AUTHORIZATION: `Bearer ${SECRET}` };
const UNAVAILABLE = { outcome: "server_unavailable" };
const INVALID = { outcome: "invalid_response" };

const valid = ready(PACK);
const LARGEST = "ü".repeat(4_000);
/** With spaces after it, which JSON allows. */
const padded = (length: number): Buffer => {
  const bytes = Buffer.alloc(length, " ");
  bytes.write(JSON.stringify(valid));
  return bytes;
};

describe.each(HOSTS)("the hook of %s, answered badly", (host) => {
  let server: HookServer;
  let hook: InstalledHook;
  const event = EVENTS[host];

  onHookStage(host, (stage) => {
    ({ server, hook } = stage);
  });

  it.each([
    [401, "authentication_failed"],
    [404, "version_mismatch"],
    [503, "server_unavailable"],
    [422, "invalid_response"],
    [429, "invalid_response"],
    [500, "invalid_response"],
    [202, "invalid_response"],
    [204, "invalid_response"],
  ])("tells status %i as %s, and captures all the same", async (status, outcome) => {
    server.answer({ prepare: json(status, status === 204 ? "" : valid) });
    await expect(hook.run(event, { settings: SETTINGS })).resolves.toEqual(
      said(host, { outcome, http_status: status }),
    );
    expect(server.paths()).toEqual(["/v1/context/prepare", CAPTURE]);
  });

  it.each([301, 302, 307, 308])("does not follow a redirect %i", async (status) => {
    server.answer({ prepare: json(status, valid, { location: `${server.url}/v1/elsewhere` }) });
    const expected = said(host, { outcome: "invalid_response", http_status: status });
    await expect(hook.run(event)).resolves.toEqual(expected);
    expect(server.paths()).toEqual(["/v1/context/prepare", CAPTURE]);
  });

  it("injects a pack of exactly 8000 bytes, and an answer of exactly 1 MiB", async () => {
    server.answer({ prepare: json(200, ready(LARGEST)) });
    expect((await hook.run(event)).stdout).toBe(injected(LARGEST));
    server.answer({ prepare: json(200, padded(MIB)) });
    expect((await hook.run(event)).stdout).toBe(injected(PACK));
  });

  it.each<[string, unknown]>([
    ["without content", { ...valid, content: undefined }],
    ["without content_bytes", { ...valid, content_bytes: undefined }],
    ["without status", { ...valid, status: undefined }],
    ["without schema", { ...valid, schema: undefined }],
    ["with a field more", { ...valid, truncated: false }],
    ["of another schema", { ...valid, schema: "powercontext.prepared-context.v2" }],
    ["with an unknown status", { ...valid, status: "partial" }],
    ["ready without content", { ...valid, content: null, content_bytes: 0 }],
    ["ready with blank content", ready(" \n")],
    ["ready with content that is no string", { ...valid, content: [PACK] }],
    ["empty with content", { ...valid, status: "empty" }],
    ["empty with bytes", { ...EMPTY, content_bytes: 1 }],
    ["a byte short", { ...valid, content_bytes: Buffer.byteLength(PACK) - 1 }],
    ["a byte long", { ...valid, content_bytes: Buffer.byteLength(PACK) + 1 }],
    ["counted in characters", { ...valid, content_bytes: PACK.length }],
    ["with bytes as a string", { ...valid, content_bytes: String(Buffer.byteLength(PACK)) }],
    ["over the budget", ready("ü".repeat(4_000) + "x")],
    ["with a lone surrogate", JSON.stringify(ready("a?")).replace("a?", "a\\ud800").replace(":2}", ":4}")],
    ["in an array", [valid]],
    ["that is null", "null"],
    ["that is empty", ""],
    ["that is HTML", "<!doctype html><title>Sign in</title>"],
    ["that is not UTF-8", Buffer.from(JSON.stringify(ready("größe")), "latin1")],
    ["with a byte order mark", `\ufeff${JSON.stringify(valid)}`],
    ["of a byte more than 1 MiB", padded(MIB + 1)],
    ["of 2 MiB", padded(2 * MIB)],
  ])("injects nothing of an answer %s", async (_what, body) => {
    server.answer({ prepare: json(200, body) });
    await expect(hook.run(event, { settings: SETTINGS })).resolves.toEqual(said(host, INVALID));
    expect(server.paths()).toContain(CAPTURE);
  });

  it("gives up an answer that drips, and captures all the same", async () => {
    server.answer({
      prepare: (response) => {
        response.writeHead(200, { "content-type": "application/json" });
        const drip = setInterval(() => response.write(" "), 20);
        response.on("close", () => {
          clearInterval(drip);
        });
      },
    });
    const settings = { ...SETTINGS, REQUEST_TIMEOUT_SECONDS: "1" };
    await expect(hook.run(event, { settings })).resolves.toEqual(said(host, UNAVAILABLE));
    expect(server.paths()).toContain(CAPTURE);
  });

  it("gives up a server that hangs, and captures all the same", async () => {
    server.answer({ prepare: () => undefined });
    const settings = { ...SETTINGS, REQUEST_TIMEOUT_SECONDS: "1" };
    await expect(hook.run(event, { settings })).resolves.toEqual(said(host, UNAVAILABLE));
    expect(server.paths()).toContain(CAPTURE);
  });

  it("ends with its budget however long a request may take", async () => {
    server.answer({ prepare: () => undefined });
    const settings = { REQUEST_TIMEOUT_SECONDS: "600", HTTP_BUDGET_SECONDS: "2" };
    await expect(hook.run(event, { settings })).resolves.toEqual(said(host, UNAVAILABLE));
    expect(server.paths()).toEqual(["/v1/context/prepare"]);
  });

  it("injects although the capture hangs", async () => {
    server.answer({ capture: () => undefined });
    const settings = { REQUEST_TIMEOUT_SECONDS: "1" };
    await expect(hook.run(event, { settings })).resolves.toEqual({ code: 0, stdout: injected(PACK), stderr: "" });
    expect(server.paths()).toContain(CAPTURE);
  });
});

describe.each(HOSTS)("the hook of %s, without a server", (host) => {
  const listening: Server[] = [];
  const hooks: InstalledHook[] = [];

  afterEach(async () => {
    for (const server of listening.splice(0)) server.close();
    for (const hook of hooks.splice(0)) await hook.dispose();
  });

  async function hookAt(url: string): Promise<InstalledHook> {
    const hook = await installHook(host, url);
    hooks.push(hook);
    return hook;
  }

  async function listen(onSocket: (socket: Socket) => void): Promise<string> {
    const server = createServer((socket) => {
      socket.on("error", () => undefined);
      onSocket(socket);
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    listening.push(server);
    return `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  }

  it("tells that nobody listens", async () => {
    const url = await listen(() => undefined);
    for (const server of listening.splice(0)) await new Promise((done) => server.close(done));
    const hook = await hookAt(url);
    await expect(hook.run(EVENTS[host])).resolves.toEqual(said(host, UNAVAILABLE));
  });

  it("tells that the connection was cut", async () => {
    const hook = await hookAt(await listen((socket) => socket.destroy()));
    await expect(hook.run(EVENTS[host])).resolves.toEqual(said(host, UNAVAILABLE));
  });

  it("tells that the answer broke off", async () => {
    const begun = "HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n{";
    const hook = await hookAt(await listen((socket) => socket.once("data", () => socket.end(begun))));
    await expect(hook.run(EVENTS[host])).resolves.toEqual(said(host, UNAVAILABLE));
  });

  it("tells that what answered was not HTTP", async () => {
    const hook = await hookAt(await listen((socket) => socket.end("220 mail.example.org ESMTP\r\n")));
    await expect(hook.run(EVENTS[host])).resolves.toEqual(said(host, INVALID));
  });
});
