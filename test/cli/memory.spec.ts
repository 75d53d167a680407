import { cliOf } from "../support/cli.js";
import { postJson } from "../support/post-json.js";
import { type ServerProcess, startServer } from "../support/server-process.js";

const ESCAPE = String.fromCharCode(27);

describe("the commands of Memory", () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.dispose());

  it("remembers, finds, lists and prepares", async () => {
    const cli = cliOf(server.url, "cli-story");

    const remembered = await cli(["remember", "Deploys on Fridays are forbidden", "--kind", "constraint"]);
    expect(remembered).toMatchObject({ code: 0, stderr: "" });
    expect(remembered.stdout).toMatch(
      /^Remembered in Revision 1:\nDeploys on Fridays are forbidden\n {2}constraint · version 1 · mem_ent_[0-9a-f]{32}\n$/,
    );

    const found = await cli(["search", "fridays deploys"]);
    expect(found).toMatchObject({ code: 0, stderr: "" });
    expect(found.stdout).toMatch(/^1\. Deploys on Fridays are forbidden\n {3}score 0\.\d{3} · fts · mem_ent_/);

    const listed = await cli(["entries"]);
    expect(listed).toMatchObject({ code: 0, stderr: "1 entry in the scope cli-story at Revision 1.\n" });

    const prepared = await cli(["prepare", "May I plan deploys on fridays?"]);
    expect(prepared).toMatchObject({ code: 0, stderr: "" });
    expect(prepared.stdout).toMatch(/^PowerContext prepared untrusted[^]*"content":"Deploys on Fridays are forbidden"/);
  });

  it("answers with the exact JSON of the server", async () => {
    const cli = cliOf(server.url, "cli-json");

    const remembered = JSON.parse(
      (await cli(["remember", "Use tabs", "--kind", "preference", "--reason", "agreed", "--json"])).stdout,
    );
    expect(remembered).toMatchObject({
      memory: { family: "memory", artifact_id: "memory", revision: 1 },
      entry: { kind: "preference", text: "Use tabs", version: 1, state: "active" },
    });
    const found = JSON.parse((await cli(["search", "tabs", "--limit", "1", "--mode", "fts", "--json"])).stdout);
    expect(found).toMatchObject({ mode: "fts", hits: [{ text: "Use tabs", matched_by: ["fts"] }] });
    const listed = JSON.parse((await cli(["entries", "--json"])).stdout);
    expect(listed).toEqual({ memory: remembered.memory, entries: [remembered.entry] });
    const prepared = JSON.parse((await cli(["prepare", "tabs", "--max-bytes", "2000", "--json"])).stdout);
    expect(prepared).toMatchObject({ schema: "powercontext.prepared-context.v1", status: "ready" });
    expect(JSON.parse((await cli(["flush", "--json"])).stdout)).toMatchObject({ status: "idle", current_cursor: 0 });
    expect(JSON.parse((await cli(["review", "list", "--json"])).stdout)).toEqual({ candidates: [], next_cursor: null });
  });

  it("shows retired entries with --all only", async () => {
    const scope = "cli-retired";
    const cli = cliOf(server.url, scope);
    const { memory, entry } = JSON.parse((await cli(["remember", "Old news", "--json"])).stdout);
    await cli(["remember", "Fresh news"]);
    await postJson(server.url, "/v1/memory/entries/retire", {
      scope_id: scope,
      citation: { ...entry.citation, memory_ref: { ...memory, revision: 2 } },
    });

    expect((await cli(["entries"])).stdout).toMatch(/^Fresh news\n[^\n]*\n$/);
    const all = (await cli(["entries", "--all"])).stdout;
    expect(all).toMatch(/Old news\n {2}retired fact/);
    expect(all).toMatch(/Fresh news\n {2}fact/);
  });

  it("reads texts from standard input, without the shell's last line break", async () => {
    const cli = cliOf(server.url, "cli-stdin");
    const input = "第一行\nsecond line\n";

    const { entry } = JSON.parse((await cli(["remember", "-", "--json"], { input })).stdout);
    expect(entry.text).toBe("第一行\nsecond line");
    expect(JSON.parse((await cli(["search", "-", "--json"], { input: "second line\n" })).stdout).hits).toHaveLength(1);
    expect(JSON.parse((await cli(["prepare", "-", "--json"], { input: "second line" })).stdout).status).toBe("ready");
    await expect(cli(["remember", "-"], { input: Uint8Array.of(0xff, 0xfe) })).resolves.toMatchObject({
      code: 2,
      stderr: "powercontext: Standard input is not UTF-8. Convert it, for example with iconv.\n",
    });
  });

  it("shows control and direction characters of stored text, and keeps them in JSON", async () => {
    const cli = cliOf(server.url, "cli-hostile");
    const hostile = `hostile ${ESCAPE}[2J${ESCAPE}]0;owned\u0007 \u202egnp.exe\rsafe`;
    await cli(["remember", "-"], { input: hostile });

    for (const words of [["search", "hostile"], ["entries"], ["prepare", "hostile owned safe"]]) {
      const { stdout } = await cli(words);
      expect(stdout).toContain("hostile");
      expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/u);
    }
    expect((await cli(["search", "hostile"])).stdout).toContain("\\u{1b}[2J\\u{1b}]0;owned\\u{7} \\u{202e}gnp.exe");
    expect(JSON.parse((await cli(["search", "hostile", "--json"])).stdout).hits[0].text).toBe(hostile);
  });

  it("flushes, and says how far it is", async () => {
    const scope = "cli-flush";
    const cli = cliOf(server.url, scope);
    await expect(cli(["flush"])).resolves.toMatchObject({
      code: 0,
      stdout: "Nothing to do: read up to Source 0 of 0.\n",
    });
    await postJson(server.url, "/v1/sources/content", { scope_id: scope, source_id: "one", content: "a text" });

    const refused = await cli(["flush"]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^powercontext: [^\n]*generation model[^\n]*\(capability: extract\)\n$/);
    const beyond = await cliOf(server.url, "cli-flush-empty")(["flush", "--through", "2", "--json"]);
    expect(beyond.code).toBe(1);
    expect(JSON.parse(beyond.stderr).error).toMatchObject({
      code: "position_not_in_journal",
      details: { current_cursor: 0, high_watermark: 0 },
    });
  });

  it("says in which scope nothing was found", async () => {
    await expect(cliOf(server.url, "cli-nothing")(["search", "anything"])).resolves.toEqual({
      code: 0,
      stdout: "",
      stderr: "Nothing found in the scope cli-nothing.\n",
    });
    await expect(cliOf(server.url, "cli-nothing")(["entries"])).resolves.toMatchObject({
      code: 0,
      stderr: "0 entries in the scope cli-nothing.\n",
    });
    await expect(cliOf(server.url, "cli-nothing")(["prepare", "anything"])).resolves.toMatchObject({
      code: 0,
      stdout: "",
    });
  });
});
