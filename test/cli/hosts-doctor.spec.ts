import { readFileSync } from "node:fs";
import { appendFile, chmod, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import type { Finding } from "../../src/cli/finding.js";
import { diagnoseHost, type Host, HOSTS, setUpHost } from "../../src/cli/hosts/index.js";
import { startApp, type TestApp } from "../support/app.js";
import { HostHome } from "../support/host-home.js";
import { until } from "../support/until.js";

const TOKEN = "doctor-spec-token";
const PREFIX = { codex: "POWERCONTEXT_CODEX_", "claude-code": "POWERCONTEXT_CLAUDE_" } as const;

describe("the host half of doctor", () => {
  let app: TestApp;
  let home: HostHome;
  beforeAll(async () => {
    app = await startApp({ env: { AUTH_TOKEN: TOKEN } });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    home = await HostHome.make();
  });
  afterEach(() => home.delete());

  const setUp = (host: Host): Promise<unknown> => setUpHost(host, { server: app.url, print: false }, home.places);
  /** With the hook's variables as the shell has them that starts doctor. */
  const diagnose = (host: Host, variables: Readonly<Record<string, string>> = {}): Promise<readonly Finding[]> => {
    const given = { [`${PREFIX[host]}AUTHORIZATION`]: `Bearer ${TOKEN}`, ...variables };
    return diagnoseHost(host, home.placesWith(given));
  };
  const finding = (findings: readonly Finding[], name: string): Finding | undefined =>
    findings.find((found) => found.name === name && found.status !== "ok");

  it.each(HOSTS)("sees a sentinel come back through the registered hook of %s, and every tool", async (host) => {
    await setUp(host);
    const findings = await diagnose(host);
    const of = (part: string, detail: string): object => ({
      name: `${host} ${part}`,
      status: "ok",
      detail: expect.stringContaining(detail),
    });
    const expected = [
      of("plugin", home.plugin(host)),
      of("hook", home.configs(host)[0]),
      of("mcp", `${app.url}/mcp`),
      of("node", process.execPath),
      of("recall", "brought a sentinel back in"),
      of("tools", "retire_memory_entry"),
    ];
    expect(findings.filter(({ name }) => name !== "codex settings")).toEqual(expected);
    expect(JSON.stringify(findings)).not.toContain(TOKEN);
  });

  it("says that Codex has not been told to trust the hook, until it has", async () => {
    await setUp("codex");
    expect(finding(await diagnose("codex"), "codex settings")).toMatchObject({
      status: "warning",
      fix: expect.stringContaining("/hooks"),
    });
    const [hooks, config] = home.configs("codex");
    await appendFile(
      config,
      `\n[hooks.state.${JSON.stringify(`${hooks}:user_prompt_submit:0:0`)}]\ntrusted_hash = "sha256:x"\n`,
    );
    expect(finding(await diagnose("codex"), "codex settings")).toBeUndefined();
    await appendFile(config, "enabled = false\n");
    expect(finding(await diagnose("codex"), "codex settings")).toMatchObject({
      detail: "the hook is disabled in Codex",
    });
  });

  it.each([
    ["not set up", "plugin", "failed", async () => rm(home.plugin("claude-code"), { recursive: true })],
    [
      "differs from this version in hooks/hooks.json",
      "plugin",
      "warning",
      async () => writeFile(at("hooks/hooks.json"), "{}"),
    ],
    ["does not name the hook", "hook", "failed", async () => writeFile(settings(), "{}")],
    ["does not name the MCP server", "mcp", "failed", async () => writeFile(home.places.claudeStateFile, "{}")],
    [
      "talks to another server",
      "mcp",
      "warning",
      async () => exchange(home.places.claudeStateFile, app.url, "http://127.0.0.1:9"),
    ],
    ["turns hooks off", "settings", "failed", async () => exchange(settings(), /^\{/, '{"disableAllHooks":true,')],
    [
      "its hook runs twice",
      "settings",
      "warning",
      async () => exchange(settings(), /^\{/, '{"enabledPlugins":{"powercontext@x":true},'),
    ],
    ["is not valid JSON", "config", "failed", async () => writeFile(settings(), "{")],
    ["is gone or does not start", "node", "failed", async () => exchange(settings(), process.execPath, "/gone/node")],
    ["is older than version 20", "node", "failed", async () => exchange(settings(), process.execPath, await oldNode())],
    ["powercontext-hook.mjs is gone", "recall", "failed", async () => rm(at("hooks/powercontext-hook.mjs"))],
    [
      "the registered command does not start (exit code 3)",
      "recall",
      "failed",
      async () => writeFile(at("hooks/powercontext-hook.mjs"), "process.exit(3)"),
    ],
    ["runs another copy of the hook", "hook", "warning", async () => exchange(settings(), "/integrations/", "/other/")],
    ["the hook ran and said nothing", "recall", "failed", async () => writeFile(at("hooks/powercontext-hook.mjs"), "")],
  ])("finds that Claude Code's setup is broken: %s", async (detail, part, status, damage) => {
    await setUp("claude-code");
    await damage();
    expect(finding(await diagnose("claude-code"), `claude-code ${part}`)).toMatchObject({
      status,
      detail: expect.stringContaining(detail),
    });
  });

  it.each(HOSTS)("names the variable when the server does not let %s in", async (host) => {
    await setUp(host);
    const findings = await diagnose(host, { [`${PREFIX[host]}AUTHORIZATION`]: "Bearer another" });
    expect(finding(findings, `${host} recall`)).toMatchObject({
      status: "failed",
      fix: expect.stringContaining(`${PREFIX[host]}AUTHORIZATION`),
    });
    expect(finding(findings, `${host} tools`)).toMatchObject({ status: "failed" });
    expect(JSON.stringify(findings)).not.toContain("another");
  });

  it("names an invalid setting of the hook's", async () => {
    await setUp("codex");
    expect(
      finding(await diagnose("codex", { POWERCONTEXT_CODEX_FLUSH_MAX_CALLS: "99" }), "codex recall"),
    ).toMatchObject({
      status: "failed",
      detail: expect.stringContaining("skipped"),
      fix: expect.stringContaining("POWERCONTEXT_CODEX_"),
    });
  });

  it("tells a server that is down from one that refuses", async () => {
    await setUpHost("codex", { server: "http://127.0.0.1:9", print: false }, home.places);
    const findings = await diagnose("codex");
    expect(finding(findings, "codex recall")).toMatchObject({
      status: "failed",
      fix: expect.stringContaining("Start the server"),
    });
    expect(finding(findings, "codex tools")).toMatchObject({
      status: "failed",
      detail: "http://127.0.0.1:9/mcp cannot be reached",
    });
  });

  it("ends a hook that hangs, with all it has started, and says so", async () => {
    await setUp("claude-code");
    const pids = join(home.path, "pids");
    await writeFile(
      at("hooks/powercontext-hook.mjs"),
      `import { spawn } from "node:child_process"; import { writeFileSync } from "node:fs";
       const child = spawn("sleep", ["300"], { stdio: "inherit" });
       writeFileSync(${JSON.stringify(pids)}, process.pid + " " + child.pid); setInterval(() => {}, 1000);`,
    );
    const given = { POWERCONTEXT_CLAUDE_AUTHORIZATION: `Bearer ${TOKEN}` };
    const findings = await diagnoseHost("claude-code", home.placesWith(given), 1_500);
    expect(finding(findings, "claude-code recall")).toMatchObject({
      status: "failed",
      detail: expect.stringContaining("did not end within 1.5 s"),
    });
    const started = (await readFile(pids, "utf8")).split(" ").map(Number);
    await until(() => started.every((pid) => !runs(pid)));
  });

  it("says that it cannot check a command that sets the scope itself", async () => {
    await setUp("claude-code");
    await exchange(settings(), '"command": "', `"command": "POWERCONTEXT_CLAUDE_SCOPE_ID=mine `);
    const findings = await diagnose("claude-code");
    expect(finding(findings, "claude-code hook")).toBeUndefined();
    expect(finding(findings, "claude-code recall")).toMatchObject({
      status: "warning",
      detail: expect.stringContaining("the command sets POWERCONTEXT_CLAUDE_SCOPE_ID itself"),
    });
  });

  const at = (file: string): string => join(home.plugin("claude-code"), file);
  const settings = (): string => home.configs("claude-code")[0];

  async function exchange(file: string, from: string | RegExp, to: string): Promise<void> {
    await writeFile(file, (await readFile(file, "utf8")).replace(from, to));
  }

  /** A process that has ended and that nobody has asked after runs no more. */
  function runs(pid: number): boolean {
    try {
      return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${String(pid)}/status`, "utf8"));
    } catch {
      return false;
    }
  }

  async function oldNode(): Promise<string> {
    const path = join(home.path, "..", "node18");
    await writeFile(path, "#!/bin/sh\necho v18.20.0\n");
    await chmod(path, 0o755);
    return path;
  }
});
