import { cliOf } from "../support/cli.js";
import { startScriptedServer } from "../support/scripted-server.js";
import { type ServerProcess, startServer } from "../support/server-process.js";

const TOKEN = "correct-horse-battery";

interface Finding {
  readonly name: string;
  readonly status: string;
  readonly detail: string;
  readonly fix?: string;
}

describe("powercontext doctor", () => {
  let server: ServerProcess;

  beforeAll(async () => {
    server = await startServer({ env: { AUTH_TOKEN: TOKEN } });
  });
  afterAll(() => server.dispose());

  async function examine(url: string, env: Readonly<Record<string, string>> = {}) {
    const { code, stdout, stderr } = await cliOf(url)(["doctor", "--json"], { env });
    const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: readonly Finding[] };
    expect(ok).toBe(code === 0);
    return {
      code,
      stdout,
      stderr,
      findings,
      named: (name: string) => findings.find((finding) => finding.name === name),
    };
  }

  it("finds nothing failed at a healthy server, and brings a sentinel back", async () => {
    const { code, findings, named, stdout } = await examine(server.url, { POWERCONTEXT_CLIENT_API_TOKEN: TOKEN });
    expect(code).toBe(0);
    expect(findings.map(({ name, status }) => `${name} ${status}`)).toEqual([
      "server ok",
      "runtime ok",
      "database ok",
      "index ok",
      "schema ok",
      "token ok",
      "extraction warning",
      "search ok",
      "round trip ok",
      "mcp tools ok",
    ]);
    expect(named("round trip")!.detail).toMatch(
      /^remembered, recalled and retired again; remember and prepare took \d+ ms$/,
    );
    expect(named("mcp tools")!.detail).toMatch(/^6 of 6 expected: get_memory_entry, .*search_memory/);
    expect(named("extraction")!.fix).toMatch(/POWERCONTEXT_SERVER_INFERENCE_GENERATION_MODEL/);
    expect(stdout).not.toContain(TOKEN);
  });

  it("says the same to a person, each finding on a line and what to do below it", async () => {
    const env = { POWERCONTEXT_CLIENT_API_TOKEN: TOKEN };
    const { code, stdout, stderr } = await cliOf(server.url)(["doctor"], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^ok {7}server: http:\/\/127\.0\.0\.1:\d+ answers in \d+ ms\n/);
    expect(stdout).toMatch(/\nwarning {2}extraction: [^\n]+\n {9}→ Set POWERCONTEXT_SERVER_/);
    expect(stdout).not.toContain("\u001b");
  });

  it("stops at a server that is not there", async () => {
    const gone = await startScriptedServer();
    await gone.close();
    const { code, findings } = await examine(gone.url);
    expect(code).toBe(1);
    expect(findings).toEqual([
      {
        name: "server",
        status: "failed",
        detail: expect.any(String),
        fix: expect.stringContaining("powercontext server run"),
      },
    ]);
  });

  it("names the token when it is refused, and shows none", async () => {
    const { code, findings, stdout, stderr } = await examine(server.url, {
      POWERCONTEXT_CLIENT_API_TOKEN: "wrong-token",
    });
    expect(code).toBe(1);
    expect(findings.filter(({ status }) => status === "failed")).toEqual([
      {
        name: "token",
        status: "failed",
        detail: expect.any(String),
        fix: expect.stringContaining("POWERCONTEXT_CLIENT_API_TOKEN"),
      },
    ]);
    expect(findings.map(({ name }) => name)).not.toContain("round trip");
    expect(stdout + stderr).not.toContain("wrong-token");
  });

  it("says that something else answers there", async () => {
    const other = await startScriptedServer();
    other.answer((response) => response.end("<html></html>"));
    const { code, findings } = await examine(other.url);
    expect(code).toBe(1);
    expect(findings).toEqual([
      {
        name: "server",
        status: "failed",
        detail: expect.any(String),
        fix: expect.stringMatching(/no PowerContext server/),
      },
    ]);
    await other.close();
  });

  it("tells failed parts from weak ones", async () => {
    const weak = await startScriptedServer();
    const checks = { runtime: "ready", database: "unavailable", index: "not_ready", "inference.embedding": "timeout" };
    weak.answer((response) => {
      const { path } = weak.requests.at(-1)!;
      const [status, body] =
        path === "/health/live"
          ? [200, { status: "ok" }]
          : path === "/health/ready"
            ? [503, { status: "not_ready", checks }]
            : [503, { error: { code: "runtime_not_ready", message: "Not now.", details: null } }];
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    });
    const { code, named } = await examine(weak.url);
    expect(code).toBe(1);
    expect(named("database")).toMatchObject({
      status: "failed",
      detail: "unavailable",
      fix: expect.stringContaining("DATABASE_URL"),
    });
    expect(named("index")).toMatchObject({ status: "warning", detail: "not ready" });
    expect(named("inference.embedding")).toMatchObject({ status: "warning", detail: "timeout" });
    expect(named("runtime")).toEqual({ name: "runtime", status: "ok", detail: "ready" });
    expect(named("schema")).toBeUndefined();
    await weak.close();
  });

  it("fails on tools that are missing", async () => {
    const bare = await startServer({ env: { MCP_ENABLED: "false" } });
    const { code, named } = await examine(bare.url);
    expect(code).toBe(1);
    expect(named("round trip")).toMatchObject({ status: "ok" });
    expect(named("mcp tools")).toMatchObject({
      status: "failed",
      detail: `${bare.url}/mcp answered with HTTP status 404`,
      fix: expect.stringContaining("MCP_ENABLED"),
    });
    await bare.dispose();
  });

  it("points at settings that nothing reads", async () => {
    const env = { POWERCONTEXT_CLIENT_API_TOKEN: TOKEN, POWERCONTEXT_CLIENT_TOKEN: "x" };
    const { code, named } = await examine(server.url, env);
    expect(code).toBe(0);
    expect(named("settings")).toMatchObject({ status: "warning", detail: "not known: POWERCONTEXT_CLIENT_TOKEN" });
  });
});
