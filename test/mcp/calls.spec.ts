import { startApp, type TestApp } from "../support/app.js";
import { Api, type Citation, type Mutation } from "../support/api.js";
import { CLIENTS, connectSdk1, type McpClient } from "../support/mcp-clients.js";
import { call, post, refusalIn } from "../support/mcp-messages.js";

const UNKNOWN_VERSION = `mem_ver_${"0".repeat(32)}`;

describe("a tool", () => {
  let server: TestApp;
  let scopes = 0;
  let scope_id: string;

  beforeAll(async () => {
    server = await startApp();
  });

  afterAll(() => server.close());

  beforeEach(() => {
    scope_id = `calls-${String(scopes++)}`;
  });

  const http = (operationId: string, body: object) => new Api(server.url).call(operationId, { scope_id, ...body });

  const remember = (text: string) => new Api(server.url).scope(scope_id).remember(text);

  describe.each(CLIENTS)("called by %s", (_name, connect) => {
    let client: McpClient;

    beforeAll(async () => {
      client = await connect(`${server.url}/mcp`);
    });

    afterAll(() => client.close());

    const use = (tool: string, args: object = {}) => client.call(tool, { scope_id, ...args });

    const done = async (tool: string, args: object = {}) => {
      const { isError, structuredContent, text } = await use(tool, args);
      if (isError) throw new Error(text);
      return structuredContent as Mutation;
    };

    it("remembers, finds, reads, revises and retires one statement", async () => {
      const first = await done("remember_memory", { kind: "fact", text: "Releases go out on Tuesdays." });
      expect(first).toMatchObject({ memory: { revision: 1 }, entry: { version: 1, state: "active" } });
      expect(await done("search_memory", { query: "releases" })).toMatchObject({
        memory: { revision: 1 },
        mode: "fts",
        hits: [{ citation: first.entry.citation, text: "Releases go out on Tuesdays." }],
      });
      const { citation } = first.entry;
      const second = await done("revise_memory_entry", { citation, kind: "fact", text: "Releases go out on Fridays." });
      expect(second).toMatchObject({ memory: { revision: 2 }, entry: { version: 2 } });
      expect(await done("get_memory_entry", { citation })).toMatchObject({ version: 1, text: first.entry.text });
      const third = await done("retire_memory_entry", { citation: second.entry.citation, reason: "Now daily." });
      expect(third).toMatchObject({ memory: { revision: 3 }, entry: { state: "inactive" } });
      expect(await done("list_memory_entries")).toEqual({ memory: third.memory, entries: [] });
      expect(await done("list_memory_entries", { include_inactive: true })).toMatchObject({
        entries: [{ state: "inactive", text: "Releases go out on Fridays." }],
      });
    });

    it("answers a scope without Memory with nulls in an object", async () => {
      expect(await done("search_memory", { query: "anything" })).toEqual({ memory: null, mode: null, hits: [] });
      expect(await done("list_memory_entries")).toEqual({ memory: null, entries: [] });
    });

    it("says its answer in text too", async () => {
      const { structuredContent, text } = await use("remember_memory", {
        kind: "fact",
        text: "Tea is brewed at four.",
      });
      expect(JSON.parse(text)).toEqual(structuredContent);
      const { text: list } = await use("list_memory_entries");
      expect(list).toMatch(/^1 entry at Revision 1\./);
      expect(list).toContain('"Tea is brewed at four."');
    });

    it("refuses with the code, what to do, and nothing that would be taken for an answer", async () => {
      const { entry } = await remember("First.");
      await remember("Second.");
      const refused = await use("retire_memory_entry", { citation: entry.citation });
      expect(refused).toMatchObject({ isError: true, structuredContent: undefined });
      expect(JSON.parse(refused.text)).toEqual({
        error: { code: "revision_conflict", message: expect.any(String), details: { current_revision: 2 } },
        what_to_do: expect.stringMatching(/^Read the entry again/),
        request_id: expect.stringMatching(/./),
      });
    });

    it("is refused as a protocol error when there is none of that name", async () => {
      await expect(use("flush_memory")).rejects.toMatchObject({ code: -32602 });
      await expect(use("prepare_context", { query: "x" })).rejects.toThrow(/no such tool/);
      expect(await done("list_memory_entries")).toEqual({ memory: null, entries: [] });
    });
  });

  it.each<[string, (entry: Mutation) => readonly [string, object]]>([
    ["search_memory", () => ["search_memory", { query: "alpha beta", limit: 5, mode: "fts" }]],
    ["search_memory without hits", () => ["search_memory", { query: "omega" }]],
    ["list_memory_entries", () => ["list_memory_entries", { include_inactive: true }]],
    ["get_memory_entry", ({ entry }) => ["get_memory_entry", { citation: entry.citation }]],
    [
      "remember_memory again",
      () => ["remember_memory", { kind: "fact", text: "Alpha comes before beta.", reason: null }],
    ],
    [
      "revise_memory_entry to the same",
      ({ entry }) => [
        "revise_memory_entry",
        { citation: entry.citation, kind: "fact", text: entry.text, reason: null },
      ],
    ],
  ])("answers what HTTP answers: %s", async (_what, of) => {
    const [tool, args] = of(await remember("Alpha comes before beta."));
    const { body } = await http(tool, args);
    const client = await connectSdk1(`${server.url}/mcp`);
    expect((await client.call(tool, { scope_id, ...args })).structuredContent).toEqual(body);
    await client.close();
  });

  it("retires as HTTP would", async () => {
    const { entry } = await remember("Alpha.");
    const client = await connectSdk1(`${server.url}/mcp`);
    const { structuredContent } = await client.call("retire_memory_entry", { scope_id, citation: entry.citation });
    await client.close();
    const { citation } = (structuredContent as Mutation).entry;
    expect((await http("retire_memory_entry", { citation })).body).toEqual(structuredContent);
  });

  const citation: Citation = {
    memory_ref: { family: "memory", artifact_id: "memory", revision: 1 },
    entry_id: `mem_ent_${"0".repeat(32)}`,
    entry_version_id: UNKNOWN_VERSION,
  };

  it.each<[string, string, unknown, string, string | undefined]>([
    ["a missing field", "search_memory", {}, "invalid_request", "query"],
    ["an unknown field", "search_memory", { query: "q", top_k: 3 }, "invalid_request", "top_k"],
    ["a number in quotes", "search_memory", { query: "q", limit: "5" }, "invalid_request", "limit"],
    ["null for a default", "search_memory", { query: "q", mode: null }, "invalid_request", "mode"],
    ["a blank query", "search_memory", { query: " " }, "invalid_request", "query"],
    ["a mode without vectors", "search_memory", { query: "q", mode: "vector" }, "capability_not_supported", undefined],
    ["an unknown entry", "get_memory_entry", { citation }, "memory_not_found", undefined],
    ["a scope without Memory", "retire_memory_entry", { citation }, "memory_not_found", undefined],
    [
      "another expected Revision",
      "remember_memory",
      { kind: "f", text: "t", expected_revision: 9 },
      "memory_not_found",
      undefined,
    ],
    ["a text over its bytes", "remember_memory", { kind: "f", text: "é".repeat(5_000) }, "invalid_request", "text"],
    ["a lone surrogate", "remember_memory", { kind: "f", text: "\ud800" }, "invalid_request", "text"],
    [
      "an integer that lost its value",
      "remember_memory",
      { kind: "f", text: "t", expected_revision: 2 ** 60 },
      "invalid_request",
      "expected_revision",
    ],
  ])("refuses %s with the code and the details of HTTP", async (_what, tool, args, code, field) => {
    const given = { scope_id, ...(args as object) };
    const overMcp = refusalIn(await post(server, call(tool, given)));
    expect(overMcp.error.code).toBe(code);
    if (field !== undefined) expect(overMcp.error.details).toMatchObject({ errors: [{ field }] });
    expect(overMcp.what_to_do.length).toBeGreaterThan(20);
    expect({ error: overMcp.error }).toEqual((await http(tool, args as object)).body);
  });

  it.each<[string, string, string]>([
    ["a __proto__ key", '{"scope_id":"s","query":"q","__proto__":{"limit":3}}', "__proto__"],
    ["a constructor key", '{"scope_id":"s","query":"q","constructor":1}', "constructor"],
    ["a list", '["s","q"]', "body"],
    ["null", "null", "body"],
    ["a word", '"q"', "body"],
    ["a number too large", '{"scope_id":"s","query":"q","limit":1e400}', "limit"],
    ["10,000 lists in one another", `{"scope_id":"s","query":${"[".repeat(10_000)}${"]".repeat(10_000)}}`, "query"],
  ])("refuses arguments that are %s by the gate", async (_what, args, field) => {
    const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_memory","arguments":${args}}}`;
    const refusal = refusalIn(await post(server, body));
    expect(refusal.error).toMatchObject({ code: "invalid_request", details: { errors: [{ field }] } });
  });

  it("refuses a text of 1 MiB and repeats none of it, and takes a query of its full length", async () => {
    const text = "sentinel ".repeat(116_509);
    const answer = await post(server, call("remember_memory", { scope_id, kind: "fact", text }));
    expect(refusalIn(answer).error).toMatchObject({
      code: "invalid_request",
      details: { errors: [{ field: "text" }] },
    });
    expect(JSON.stringify(answer.body)).not.toContain("sentinel");
    const longest = await post(server, call("search_memory", { scope_id, query: "字".repeat(8_192) }));
    expect(longest.body).toMatchObject({ result: { structuredContent: { memory: null, hits: [] } } });
  });

  it("takes the nulls that field clients send", async () => {
    const given = { scope_id, kind: "fact", text: "Null means absent.", reason: null, expected_revision: null };
    const { body } = await post(server, call("remember_memory", given));
    expect(body).toMatchObject({ result: { structuredContent: { memory: { revision: 1 } } } });
  });
});
