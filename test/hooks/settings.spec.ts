import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type HookServer, PACK, startHookServer } from "../support/hook-server.js";
import { EVENTS, HOSTS, injected, type InstalledHook, installHook, said, SILENCE } from "../support/hook-process.js";
import { onHookStage } from "../support/hook-stage.js";

const SKIPPED = { outcome: "skipped" };

describe.each(HOSTS)("the hook of %s, set up", (host) => {
  let server: HookServer;
  let hook: InstalledHook;
  const event = EVENTS[host];

  onHookStage(host, (stage) => {
    ({ server, hook } = stage);
  });

  it.each([
    ["AUTHORIZATION", "s3cret"],
    ["AUTHORIZATION", "Basic s3cret"],
    ["AUTHORIZATION", "Bearer s3cret\nx-evil: 1"],
    ["AUTHORIZATION", "Bearer s3cret\n"],
    ["AUTHORIZATION", "Bearer s3 cret"],
    ["AUTHORIZATION", "Bearer s3crét"],
    ["CAPTURE_PROMPTS", "maybe"],
    ["CAPTURE_PROMPTS", ""],
    ["FLUSH_ON_CAPTURE", "2"],
    ["FLUSH_MAX_CALLS", "0"],
    ["FLUSH_MAX_CALLS", "17"],
    ["FLUSH_MAX_CALLS", "1.5"],
    ["REQUEST_TIMEOUT_SECONDS", "0"],
    ["REQUEST_TIMEOUT_SECONDS", "-1"],
    ["REQUEST_TIMEOUT_SECONDS", "1s"],
    ["REQUEST_TIMEOUT_SECONDS", "nan"],
    ["HTTP_BUDGET_SECONDS", "inf"],
    ["HTTP_BUDGET_SECONDS", "0x10"],
  ])("asks nobody when %s is %j, and says only that it skipped the turn", async (name, value) => {
    await expect(hook.run(event, { settings: { [name]: value } })).resolves.toEqual(said(host, SKIPPED));
    expect(server.requests).toEqual([]);
  });

  it("does not complain about its settings when the event is not its own", async () => {
    const settings = { FLUSH_MAX_CALLS: "0" };
    await expect(hook.run({ ...event, hook_event_name: "Stop" }, { settings })).resolves.toEqual(SILENCE);
  });

  it("takes valid values at the edges", async () => {
    const settings = { FLUSH_MAX_CALLS: "16", REQUEST_TIMEOUT_SECONDS: "1e9", CAPTURE_PROMPTS: "NO" };
    await expect(hook.run(event, { settings })).resolves.toMatchObject({ stdout: injected(PACK) });
  });

  it("names the scope it is told to, trimmed", async () => {
    await hook.run(event, { settings: { SCOPE_ID: " team: größe \n" } });
    expect(server.bodyOf("/v1/context/prepare")).toMatchObject({ scope_id: "team: größe" });
  });

  it("keeps proxies and the other host's variables out of it", async () => {
    const other = host === "codex" ? "POWERCONTEXT_CLAUDE_" : "POWERCONTEXT_CODEX_";
    const env = {
      HTTP_PROXY: "http://127.0.0.1:1",
      http_proxy: "http://127.0.0.1:1",
      NODE_USE_ENV_PROXY: "1",
      [`${other}SCOPE_ID`]: "other",
      [`${other}AUTHORIZATION`]: "Bearer other",
    };
    await expect(hook.run(event, { env })).resolves.toMatchObject({ stdout: injected(PACK) });
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(server.bodyOf("/v1/context/prepare")).not.toMatchObject({ scope_id: "other" });
  });

  it("writes nothing of Node's own among its lines", async () => {
    const env = { NODE_TLS_REJECT_UNAUTHORIZED: "0", NODE_PENDING_DEPRECATION: "1" };
    await expect(hook.run(event, { env })).resolves.toEqual({ code: 0, stdout: injected(PACK), stderr: "" });
  });
});

describe("the hook of codex, and the plugin's MCP entry", () => {
  let server: HookServer;
  let hook: InstalledHook;

  beforeAll(async () => {
    server = await startHookServer();
  });

  beforeEach(async () => {
    server.reset();
    hook = await installHook("codex", server.url);
  });

  afterEach(() => hook.dispose());
  afterAll(() => server.close());

  it.each(["/mcp", "/mcp/", "/", ""])("asks the server at an address that ends with %j", async (ending) => {
    await entry(JSON.stringify({ powercontext: { url: server.url + ending, required: false } }));
    await expect(hook.run(EVENTS.codex)).resolves.toMatchObject({ stdout: injected(PACK) });
  });

  it("keeps a prefix in front of the paths", async () => {
    await entry(JSON.stringify({ mcpServers: { powercontext: { url: `${server.url}/team/mcp` } } }));
    await hook.run(EVENTS.codex);
    expect(server.paths()).toEqual(["/team/v1/context/prepare", "/team/v1/sources/content"]);
  });

  it.each([
    ["no JSON", "{"],
    ["no address", '{"mcpServers":{}}'],
    ["two addresses", '{"mcpServers":{"a":{"url":"http://127.0.0.1:1/mcp"},"b":{"url":"http://127.0.0.1:1/mcp"}}}'],
    ["plain http to another machine", '{"mcpServers":{"a":{"url":"http://memory.example.org/mcp"}}}'],
  ])("skips the turn for %s", async (_what, text) => {
    await entry(text);
    await expect(hook.run(EVENTS.codex)).resolves.toEqual(said("codex", SKIPPED));
  });

  it("skips the turn without the file, even where the current directory has one", async () => {
    await rm(join(hook.plugin, ".mcp.json"));
    await mkdir(join(hook.home, "other"));
    await writeFile(join(hook.home, ".mcp.json"), JSON.stringify({ a: { url: server.url } }));
    await expect(hook.run(EVENTS.codex)).resolves.toEqual(said("codex", SKIPPED));
    expect(server.requests).toEqual([]);
  });

  const entry = (text: string): Promise<void> => writeFile(join(hook.plugin, ".mcp.json"), text);
});

describe("the hook of claude-code, and the options of its plugin", () => {
  let server: HookServer;
  let hook: InstalledHook;

  beforeAll(async () => {
    server = await startHookServer();
    hook = await installHook("claude-code", "http://127.0.0.1:1");
  });

  beforeEach(() => {
    server.reset();
  });

  afterAll(async () => {
    await hook.dispose();
    await server.close();
  });

  it("takes the option where its own variable is empty", async () => {
    const env = { POWERCONTEXT_CLAUDE_SERVER_URL: "", CLAUDE_PLUGIN_OPTION_SERVER_URL: `${server.url}/mcp/` };
    await expect(hook.run(EVENTS["claude-code"], { env })).resolves.toMatchObject({ stdout: injected(PACK) });
  });

  it("takes its own variable before the option", async () => {
    const env = {
      POWERCONTEXT_CLAUDE_SERVER_URL: server.url,
      CLAUDE_PLUGIN_OPTION_SERVER_URL: "http://127.0.0.1:1",
      POWERCONTEXT_CLAUDE_CAPTURE_PROMPTS: "true",
      CLAUDE_PLUGIN_OPTION_CAPTURE_PROMPTS: "false",
    };
    await hook.run(EVENTS["claude-code"], { env });
    expect(server.paths()).toEqual(["/v1/context/prepare", "/v1/sources/content"]);
  });

  it.each([
    ["false", ["/v1/context/prepare"]],
    ["", ["/v1/context/prepare", "/v1/sources/content"]],
  ])("captures as the option %j says", async (option, paths) => {
    const env = { POWERCONTEXT_CLAUDE_SERVER_URL: server.url, CLAUDE_PLUGIN_OPTION_CAPTURE_PROMPTS: option };
    await hook.run(EVENTS["claude-code"], { env });
    expect(server.paths()).toEqual(paths);
  });
});
