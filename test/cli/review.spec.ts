import { cliOf } from "../support/cli.js";
import { postJson } from "../support/post-json.js";
import { type ServerProcess, startServer } from "../support/server-process.js";

describe("powercontext review", () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer();
  });
  afterAll(() => server.dispose());

  async function propose(scope_id: string, lesson: string): Promise<string> {
    await postJson(server.url, "/v1/sources/content", { scope_id, source_id: "evidence", content: "what happened" });
    const proposal = { situation: "A deploy", action: "Ran it twice", outcome: "Outage", lesson };
    const source_refs = [{ name: "content", source_id: "evidence" }];
    const request = { scope_id, proposal, source_refs, artifact_refs: [], reason: "seen twice" };
    const { candidate_id } = (await postJson(server.url, "/v1/experience/propose", request)) as {
      candidate_id: string;
    };
    return candidate_id;
  }

  it("lists, approves and rejects", async () => {
    const cli = cliOf(server.url, "cli-review");
    const kept = await propose("cli-review", "Deploy once");
    const dropped = await propose("cli-review", "Never deploy\u001b[2J");

    const { code, stdout, stderr } = await cli(["review", "list"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.split("\n")).toEqual([
      `${kept}  version 1  pending`,
      "  Situation: A deploy",
      "  Action: Ran it twice",
      "  Outcome: Outage",
      "  Lesson: Deploy once",
      "  Reason: seen twice",
      `${dropped}  version 1  pending`,
      "  Situation: A deploy",
      "  Action: Ran it twice",
      "  Outcome: Outage",
      "  Lesson: Never deploy\\u{1b}[2J",
      "  Reason: seen twice",
      "",
    ]);

    const approved = await cli(["review", "approve", kept, "--expected-version", "1"]);
    expect(approved).toMatchObject({ code: 0, stderr: "" });
    expect(approved.stdout).toMatch(new RegExp(`^Approved ${kept}: exp_[0-9a-f]{32}, Revision 1\\.\n$`));
    await expect(
      cli(["review", "reject", dropped, "--expected-version", "1", "--reason", "too strict"]),
    ).resolves.toEqual({ code: 0, stdout: `Rejected ${dropped}.\n`, stderr: "" });

    await expect(cli(["review", "list"])).resolves.toEqual({
      code: 0,
      stdout: "",
      stderr: "No pending Candidates in the scope cli-review.\n",
    });
    expect((await cli(["review", "list", "--status", "rejected"])).stdout).toContain("  Rejected: too strict\n");
  });

  it("goes on where a page ended", async () => {
    const cli = cliOf(server.url, "cli-pages");
    const first = await propose("cli-pages", "First lesson");
    const second = await propose("cli-pages", "Second lesson");

    const page = await cli(["review", "list", "--limit", "1"]);
    expect(page.stdout).toContain(first);
    const cursor = /^More: add --cursor (\S+)\n$/.exec(page.stderr)?.[1] ?? "";
    const rest = await cli(["review", "list", "--cursor", cursor, "--json"]);
    expect(JSON.parse(rest.stdout)).toMatchObject({ candidates: [{ candidate_id: second }], next_cursor: null });
  });

  it("decides only on the version that was read", async () => {
    const cli = cliOf(server.url, "cli-versions");
    const candidate = await propose("cli-versions", "A lesson");
    const stale = await cli(["review", "approve", candidate, "--expected-version", "2", "--json"]);
    expect(stale).toMatchObject({ code: 1, stdout: "" });
    expect(JSON.parse(stale.stderr).error).toMatchObject({
      code: "candidate_conflict",
      details: { expected_version: 2, current_version: 1 },
    });
    const json = await cli(["review", "approve", candidate, "--expected-version", "1", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ candidate_id: candidate, status: "approved" });
    const unknown = await cli(["review", "reject", "cand_unknown", "--expected-version", "1", "--reason", "none"]);
    expect(unknown).toMatchObject({ code: 1, stdout: "" });
    expect(unknown.stderr).toMatch(/^powercontext: [^\n]+\n$/);
  });
});
