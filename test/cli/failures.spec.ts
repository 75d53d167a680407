import { spawn } from "node:child_process";

import { CLI, cliOf, type CliRun, runCli } from "../support/cli.js";
import { startScriptedServer } from "../support/scripted-server.js";
import { type ServerProcess, startServer } from "../support/server-process.js";

const TOKEN = "correct-horse-battery";
describe("a command that cannot do its work", () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer({ env: { AUTH_TOKEN: TOKEN } });
  });
  afterAll(() => server.dispose());

  it("ends with 3 and says what to start when no server is there", async () => {
    const url = await unusedUrl();
    const human = await cliOf(url, "s")(["search", "x"]);
    expect(human).toMatchObject({ code: 3, stdout: "" });
    expect(human.stderr).toMatch(/^powercontext: [^\n]+`powercontext server run`[^\n]+\n$/);

    const machine = await cliOf(url, "s")(["search", "x", "--json"]);
    expect(machine).toMatchObject({ code: 3, stdout: "" });
    expect(JSON.parse(machine.stderr).error).toMatchObject({ code: "unreachable", details: null, request_id: null });
  });

  it("ends with 3 when the server hangs longer than the timeout", async () => {
    const hanging = await startScriptedServer();
    hanging.answer(() => undefined);
    const env = { POWERCONTEXT_CLIENT_TIMEOUT: "0.3" };
    const { code, stderr } = await cliOf(hanging.url, "s")(["search", "x", "--json"], { env });
    expect(code).toBe(3);
    expect(JSON.parse(stderr).error.code).toBe("timeout");
    await hanging.close();
  });

  it("ends with 1 when what answers is no PowerContext server", async () => {
    const other = await startScriptedServer();
    other.answer((response) => response.end("<html>hello</html>"));
    const { code, stderr } = await cliOf(other.url, "s")(["entries"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^powercontext: [^\n]+`powercontext doctor`[^\n]*\n$/);
    await other.close();
  });

  it("ends with 1 for a wrong token or none, and never shows one", async () => {
    const cli = cliOf(server.url, "s");
    for (const env of [{}, { POWERCONTEXT_CLIENT_API_TOKEN: "wrong-token" }]) {
      const { code, stdout, stderr } = await cli(["entries"], { env });
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(/^powercontext: [^\n]+POWERCONTEXT_CLIENT_API_TOKEN[^\n]+\n$/);
      expect(stderr).not.toContain("wrong-token");
      expect(JSON.parse((await cli(["entries", "--json"], { env })).stderr).error.code).toBe("unauthorized");
    }
    const env = { POWERCONTEXT_CLIENT_API_TOKEN: TOKEN };
    await expect(cli(["entries"], { env })).resolves.toMatchObject({ code: 0 });
  });

  it("passes on what the server refuses, field by field, with the request id", async () => {
    const cli = cliOf(server.url, "s");
    const env = { POWERCONTEXT_CLIENT_API_TOKEN: TOKEN };
    const { code, stderr } = await cli(["search", ""], { env });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^powercontext: The request is not valid\. \(query must have at least 1 character\)\n$/);

    const { error } = JSON.parse((await cli(["search", "", "--json"], { env })).stderr);
    expect(error).toMatchObject({
      code: "invalid_request",
      details: { errors: [{ field: "query", problem: "must have at least 1 character" }] },
      request_id: expect.stringMatching(/^[A-Za-z0-9._-]+$/),
    });
  });

  it.each<[string, string[], Record<string, string>, RegExp]>([
    ["an unknown command", ["serch", "x"], {}, /unknown command 'serch'/],
    ["an unknown option", ["search", "x", "--al"], {}, /unknown option '--al'/],
    ["a missing argument", ["search"], {}, /missing required argument 'query'/],
    ["one argument too many", ["search", "two", "words"], {}, /too many arguments/],
    ["a limit that is none", ["search", "x", "--limit", "1e1"], {}, /--limit <n>' argument '1e1' is invalid/],
    ["a limit above the contract's", ["search", "x", "--limit", "51"], {}, /an integer from 1 to 50/],
    ["fewer bytes than a pack can have", ["prepare", "x", "--max-bytes", "511"], {}, /an integer from 512 to 32768/],
    [
      "an agent's folder that is relative",
      ["setup", "codex"],
      { CODEX_HOME: "codex" },
      /CODEX_HOME is not an absolute/,
    ],
    [
      "another agent's folder that is relative",
      ["setup", "claude-code"],
      { CLAUDE_CONFIG_DIR: "~/.claude" },
      /CLAUDE_CONFIG_DIR is not an absolute/,
    ],
    ["an unknown mode", ["search", "x", "--mode", "best"], {}, /Allowed choices are auto, fts/],
    ["an unknown agent", ["setup", "emacs"], {}, /Allowed choices are codex, claude-code/],
    ["a decision without the version", ["review", "approve", "cand_1"], {}, /'--expected-version <n>' not specified/],
    [
      "a rejection without a reason",
      ["review", "reject", "c", "--expected-version", "1"],
      {},
      /'--reason <reason>' not/,
    ],
    ["a server that is no URL", ["entries", "--server", "localhost"], {}, /--server cannot be used: it must be/],
    [
      "a server URL with a password in it",
      ["entries"],
      { POWERCONTEXT_CLIENT_SERVER_URL: "http://me:secret@127.0.0.1:1" },
      /POWERCONTEXT_CLIENT_SERVER_URL cannot be used: it must hold no credentials/,
    ],
    [
      "a token with a line break",
      ["entries"],
      { POWERCONTEXT_CLIENT_API_TOKEN: "one\nsecret" },
      /POWERCONTEXT_CLIENT_API_TOKEN must be printable ASCII/,
    ],
    [
      "a timeout that is no number",
      ["entries"],
      { POWERCONTEXT_CLIENT_TIMEOUT: "soon" },
      /CLIENT_TIMEOUT must be a number/,
    ],
  ])("ends with 2 for %s, on one line, and as JSON", async (_, words, env, reason) => {
    const human = await runCli(words, { env });
    expect(human).toMatchObject({ code: 2, stdout: "" });
    expect(human.stderr).toMatch(reason);
    expect(human.stderr).toMatch(/^powercontext: [^\n]+\n$/);
    expect(human.stderr).not.toContain("secret");

    if (words[0] === "setup") return;
    const machine = await runCli([...words, "--json"], { env });
    expect(machine).toMatchObject({ code: 2, stdout: "" });
    expect(JSON.parse(machine.stderr).error).toMatchObject({ code: expect.stringMatching(/^(?:usage|settings)$/) });
  });

  it("takes what looks like an option for text behind --", async () => {
    const env = { POWERCONTEXT_CLIENT_API_TOKEN: TOKEN, POWERCONTEXT_CLIENT_SCOPE_ID: "cli-dashes" };
    const cli = cliOf(server.url);
    await expect(cli(["remember", "--", "--json"], { env })).resolves.toMatchObject({ code: 0 });
    expect((await cli(["entries"], { env })).stdout).toMatch(/^--json\n/);
    const unreachable = await cliOf(await unusedUrl())(["search", "--", "--json"], { env });
    expect(unreachable.stderr).toMatch(/^powercontext: /);
  });

  it("shows no control characters of its own command line", async () => {
    const { stderr } = await runCli([`\u001b[31mred\u202e`]);
    expect(stderr).toContain("\\u{1b}[31mred\\u{202e}");
  });

  it("writes JSON in which nothing is invisible, with the values as they are", async () => {
    const env = { POWERCONTEXT_CLIENT_API_TOKEN: TOKEN };
    const cli = cliOf(server.url, "cli-\u202e");
    await cli(["remember", "left\u202eright\u{e0041}"], { env });
    const { stdout } = await cli(["entries", "--json"], { env });
    expect(stdout).toContain("left\\u202eright\\udb40\\udc41");
    expect(JSON.parse(stdout).entries[0].text).toBe("left\u202eright\u{e0041}");
    const { stderr } = await runCli(["a\u202eb", "--json"]);
    expect(stderr).toContain("a\\u202eb");
    expect(JSON.parse(stderr).error.message).toContain("a\u202eb");
  });

  it.each([
    [429, /wait, then try again/],
    [502, /cannot reach it/],
    [503, /wait, then try again/],
  ])("says what to do when something in front of the server answers %d", async (status, hint) => {
    const front = await startScriptedServer();
    front.answer((response) => response.writeHead(status, { "content-type": "text/html" }).end("<html></html>"));
    const { code, stderr } = await cliOf(front.url, "s")(["entries"]);
    expect({ code, hint: hint.test(stderr) }).toEqual({ code: 1, hint: true });
    await front.close();
  });

  it("ends with 1 and a line when its output cannot be written", async () => {
    const { stdout, stderr } = await shell('"$0" "$@" > /dev/full; echo "$?"', [process.execPath, CLI, "--help"]);
    expect(stdout).toBe("1\n");
    expect(stderr).toBe("powercontext: The answer could not be written (ENOSPC).\n");
  });

  it("ends quietly when its reader has seen enough", async () => {
    const script = '"$0" "$@" | head -n 1; echo "${PIPESTATUS[0]}"';
    const run = await shell(script, [process.execPath, CLI, "--help"]);
    expect(run.stdout).toMatch(/^Usage: powercontext [^\n]*\n0\n$/);
    expect(run.stderr).toBe("");
  });
});

describe("help", () => {
  const COMMANDS = [
    "server",
    "mcp",
    "setup",
    "uninstall",
    "doctor",
    "remember",
    "search",
    "entries",
    "prepare",
    "flush",
    "review",
  ];

  it("lists every command, setting and exit code", async () => {
    const { code, stdout, stderr } = await runCli(["--help"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const listed = [...stdout.matchAll(/^ {2}([a-z]+) (?:\[|<| )/gm)].map(([, name]) => name);
    expect(listed).toEqual([...COMMANDS, "help"]);
    for (const name of ["SERVER_URL", "API_TOKEN", "TIMEOUT", "SCOPE_ID"])
      expect(stdout).toContain(`POWERCONTEXT_CLIENT_${name}`);
    expect(stdout).toMatch(/Exit codes:\n {2}0 [^]*\n {2}1 [^]*\n {2}2 [^]*\n {2}3 /);
  });

  it.each(["server", "review", ...COMMANDS.filter((name) => !["server", "review"].includes(name))])(
    "explains %s",
    async (name) => {
      const { code, stdout } = await runCli([name, "--help"]);
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Usage: powercontext ${name} `));
    },
  );

  it("is shown, with exit code 2, when no command is named", async () => {
    const { code, stdout, stderr } = await runCli([]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^Usage: powercontext /);
  });

  it("tells the version of the package", async () => {
    await expect(runCli(["--version"])).resolves.toEqual({ code: 0, stdout: "0.1.0\n", stderr: "" });
  });
});

async function unusedUrl(): Promise<string> {
  const { url, close } = await startScriptedServer();
  await close();
  return url;
}

function shell(script: string, words: readonly string[]): Promise<CliRun> {
  const child = spawn("bash", ["-c", script, ...words], { stdio: ["ignore", "pipe", "pipe"] });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output.stdout += chunk));
  child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output.stderr += chunk));
  return new Promise((done) => {
    child.on("close", (code) => {
      done({ code, ...output });
    });
  });
}
