import { Client as NewestClient } from "@modelcontextprotocol/client";
import { StdioClientTransport as NewestStdio } from "@modelcontextprotocol/client/stdio";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";

import { CLI } from "../support/cli.js";
import { startHost } from "../support/mcp-host.js";
import { type ServerProcess, startServer } from "../support/server-process.js";

const TOKEN = "correct-horse-battery";
const TOOLS = [
  "get_memory_entry",
  "list_memory_entries",
  "remember_memory",
  "retire_memory_entry",
  "revise_memory_entry",
  "search_memory",
];

describe("powercontext mcp in front of a real server", () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer({ env: { AUTH_TOKEN: TOKEN } });
  });
  afterAll(() => server.dispose());

  const host = () => startHost({ url: server.url, env: { POWERCONTEXT_CLIENT_API_TOKEN: TOKEN } });
  const command = () => ({
    command: process.execPath,
    args: [CLI, "mcp", "--server", server.url],
    env: { PATH: process.env["PATH"] ?? "", POWERCONTEXT_CLIENT_API_TOKEN: TOKEN },
    stderr: "pipe" as const,
  });

  it("serves the stdio client of the SDK 1.x", async () => {
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StdioClientTransport(command()));
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(TOOLS);
    await client.callTool({ name: "remember_memory", arguments: note("sdk-one", "The SDK 1.x was here") });
    const found = await client.callTool({ name: "search_memory", arguments: { scope_id: "sdk-one", query: "SDK" } });
    expect(found.structuredContent).toMatchObject({ hits: [{ text: "The SDK 1.x was here" }] });
    await client.close();
  });

  it.each(["legacy", "auto"] as const)("serves the newest stdio client in its mode %s", async (mode) => {
    const client = new NewestClient({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new NewestStdio(command()));
    expect((await client.listTools()).tools.map(({ name }) => name).sort()).toEqual(TOOLS);
    const scope = `newest-${mode}`;
    await client.callTool({ name: "remember_memory", arguments: note(scope, "The newest client was here") });
    const found = await client.callTool({ name: "search_memory", arguments: { scope_id: scope, query: "newest" } });
    expect(found.structuredContent).toMatchObject({ hits: [{ text: "The newest client was here" }] });
    await client.close();
  });

  it("answers parallel calls, each with its own id", async () => {
    const session = host();
    await session.initialize();
    const ids = Array.from({ length: 25 }, (_, index) => `call-${String(index)}`);
    for (const id of ids) session.call(id, "remember_memory", note("parallel", `statement of ${id}`));
    for (const id of ids) {
      const { entry } = (await session.reply(id)).result.structuredContent;
      expect(entry.text).toBe(`statement of ${id}`);
    }
    await session.end();
  });

  it("passes long messages both ways", async () => {
    const session = host();
    await session.initialize();
    const text = "漢".repeat(2_700);
    const listed = Array.from({ length: 40 }, (_, index) => `${String(index)} ${text}`);
    for (const [index, each] of listed.entries())
      session.call(`write-${String(index)}`, "remember_memory", note("long", each));
    await Promise.all(listed.map((_, index) => session.reply(`write-${String(index)}`)));
    session.call("list", "list_memory_entries", { scope_id: "long" });
    const { entries } = (await session.reply("list")).result.structuredContent as { entries: { text: string }[] };
    expect(entries.map(({ text }) => text).sort()).toEqual([...listed].sort());

    session.call("too long", "remember_memory", note("long", "x".repeat(1_048_576)));
    expect(JSON.stringify(await session.reply("too long"))).toMatch(/invalid_request/);
    session.call("beyond the body limit", "remember_memory", note("long", "x".repeat(5 * 1_048_576)));
    expect(await session.reply("beyond the body limit")).toMatchObject({ error: { code: -32_700 } });
    await session.end();
  });

  it("answers a batch with a batch, notifications with nothing, and what is no JSON-RPC with an error", async () => {
    const session = host();
    await session.initialize();
    session.send([
      { jsonrpc: "2.0", id: "a", method: "ping" },
      { jsonrpc: "2.0", method: "notifications/initialized" },
      { jsonrpc: "2.0", id: "b", method: "no/such" },
      17,
    ]);
    const batch = await session.next((line) => Array.isArray(line));
    expect(batch).toEqual([
      { jsonrpc: "2.0", id: "a", result: {} },
      { jsonrpc: "2.0", id: "b", error: expect.objectContaining({ code: -32_601 }) },
      { jsonrpc: "2.0", id: null, error: expect.objectContaining({ code: -32_600 }) },
    ]);

    session.write('{"jsonrpc":"2.0","id":\n');
    expect(await session.next((line) => line.id === null)).toMatchObject({ error: { code: -32_700 } });
    session.write("[]\n");
    expect(await session.next((line) => line.id === null)).toMatchObject({ error: { code: -32_600 } });
    session.send({ id: "no version", method: "ping" });
    expect(await session.reply("no version")).toMatchObject({ error: { code: -32_600 } });
    await session.end();
    expect(session.lines()).toHaveLength(5);
  });

  it("keeps standard output to the protocol when everything around it logs", async () => {
    const session = startHost({
      url: server.url,
      env: {
        POWERCONTEXT_CLIENT_API_TOKEN: TOKEN,
        NODE_DEBUG: "http,net,fetch,undici,stream",
        NODE_OPTIONS: "--trace-warnings",
      },
    });
    await session.initialize();
    session.call("one", "search_memory", { scope_id: "nothing", query: "anything" });
    await session.reply("one");
    await session.end();
    expect(session.stderr()).toMatch(/NET|STREAM|UNDICI/);
    expect(session.lines().map((line) => line.jsonrpc)).toEqual(["2.0", "2.0"]);
  });

  it("says what to do about a wrong token, without showing it", async () => {
    const session = startHost({ url: server.url, env: { POWERCONTEXT_CLIENT_API_TOKEN: "wrong-token" } });
    session.send({ jsonrpc: "2.0", id: 1, method: "tools/list" });
    expect(await session.reply(1)).toMatchObject({
      error: {
        code: -32_000,
        message: expect.stringContaining("POWERCONTEXT_CLIENT_API_TOKEN"),
        data: { code: "unauthorized", http_status: 401 },
      },
    });
    await session.end();
    expect(session.stderr()).not.toContain("wrong-token");
  });

  it("goes on when the server comes back", async () => {
    const first = await startServer();
    const session = startHost({ url: first.url });
    await session.initialize();
    session.call("before", "remember_memory", note("restart", "remembered before"));
    await session.reply("before");
    await first.kill();
    session.call("meanwhile", "search_memory", { scope_id: "restart", query: "remembered" });
    expect(await session.reply("meanwhile")).toMatchObject({
      error: { code: -32_000, message: expect.stringContaining("powercontext server run") },
    });

    const second = await startServer({ env: { HTTP_PORT: new URL(first.url).port }, dataDir: first.dataDir });
    session.call("after", "search_memory", { scope_id: "restart", query: "remembered" });
    expect((await session.reply("after")).result.structuredContent.hits).toMatchObject([{ text: "remembered before" }]);
    await session.end();
    await second.dispose();
  });
});

function note(scope_id: string, text: string) {
  return { scope_id, kind: "fact", text };
}
