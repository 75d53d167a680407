import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";

import { type Host, removeHost, setUpHost } from "../../src/cli/hosts/index.js";
import { JSON_CONFIGS } from "../support/host-configs.js";
import { HostHome } from "../support/host-home.js";

const quiet = { print: false };

describe("configs that others edit between setup and uninstall", () => {
  let home: HostHome;
  beforeEach(async () => {
    home = await HostHome.make();
  });
  afterEach(() => home.delete());

  const files = (host: Host): readonly [string, string] => home.configs(host);
  const read = (path: string): Promise<string> => readFile(path, "utf8");

  it("takes its own entries out of files that were rewritten or edited meanwhile", async () => {
    const [settings, state] = files("claude-code");
    await home.write(settings, '{"model":"best"}');
    await setUpHost("claude-code", quiet, home.places);
    const rewritten = JSON.parse(await read(settings)) as { hooks: { UserPromptSubmit: unknown[] } };
    rewritten.hooks.UserPromptSubmit.push({ hooks: [{ type: "command", command: "theirs" }] });
    await writeFile(settings, JSON.stringify(rewritten, undefined, 4));
    const kept = JSON.parse(await read(state));
    await writeFile(state, JSON.stringify({ numStartups: 3, ...kept }));
    await removeHost("claude-code", quiet, home.places);
    expect(JSON.parse(await read(settings))).toEqual({
      model: "best",
      hooks: { UserPromptSubmit: [{ hooks: [{ type: "command", command: "theirs" }] }] },
    });
    expect(JSON.parse(await read(state))).toEqual({ numStartups: 3 });
  });

  it("keeps what Codex and the user wrote behind our table, and takes our table's own parts", async () => {
    const [, config] = files("codex");
    await home.write(config, 'model = "best"\n');
    await setUpHost("codex", quiet, home.places);
    const theirs = '\n# trusted\n[projects."/p"]\ntrust_level = "trusted"\n';
    const approval = '\n[mcp_servers.powercontext.tools.search_memory]\napproval_mode = "approve"\n';
    await writeFile(config, `${await read(config)}startup_timeout_sec = 5\n${approval}${theirs}`);
    const told = await removeHost("codex", quiet, home.places);
    expect(told).toContain(`${config}: the MCP server, with what you have added to it: startup_timeout_sec, tools`);
    const text = await read(config);
    expect(text).toContain(theirs);
    expect(parseToml(text)).toEqual({ model: "best", projects: { "/p": { trust_level: "trusted" } } });
  });

  it("finds its entries without the receipt that setup left", async () => {
    const [hooks, config] = files("codex");
    await home.write(hooks, '{\n  "hooks": {\n    "Stop": [] // none\n  }\n}\n');
    await home.write(config, 'model = "best"\n');
    await setUpHost("codex", quiet, home.places);
    await rm(join(home.plugin("codex"), "setup.json"));
    await removeHost("codex", quiet, home.places);
    expect(await read(hooks)).toBe('{\n  "hooks": {\n    "Stop": [] // none\n  }\n}\n');
    expect(parseToml(await read(config))).toEqual({ model: "best" });
  });

  it("leaves an entry of somebody else's alone at uninstall", async () => {
    const [settings, state] = files("claude-code");
    await home.write(state, '{ "mcpServers": { "powercontext": { "command": "mine" } } }');
    await home.write(settings, '{"hooks":{"UserPromptSubmit":[{"hooks":[{"command":"/x/powercontext-hook.mjs"}]}]}}');
    const before = await home.snapshot();
    expect(await removeHost("claude-code", quiet, home.places)).toEqual([expect.stringContaining("not set up")]);
    expect(await home.snapshot()).toEqual(before);
  });

  it("stays whole when many setups and uninstalls run at once", async () => {
    const [settings, state] = files("claude-code");
    await home.write(settings, JSON_CONFIGS["other hooks and other servers"]!);
    await home.write(state, '{ "a": 1 }');
    const before = await home.snapshot();
    await Promise.all(Array.from({ length: 6 }, () => setUpHost("claude-code", quiet, home.places)));
    const hooks = parseJsonc(await read(settings)).hooks.UserPromptSubmit;
    expect(hooks).toHaveLength(2);
    await Promise.all(Array.from({ length: 3 }, () => removeHost("claude-code", quiet, home.places)));
    expect(await home.snapshot()).toEqual(before);
  });

  it("waits for nothing and fails on nothing when setups and uninstalls meet", async () => {
    const before = await home.snapshot();
    const runs = Array.from({ length: 12 }, (_, index) =>
      index % 2 === 0 ? setUpHost("codex", quiet, home.places) : removeHost("codex", quiet, home.places),
    );
    const outcomes = await Promise.allSettled(runs);
    expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([]);
    await removeHost("codex", quiet, home.places);
    expect(await home.snapshot()).toEqual(before);
  });

  it("takes over the lock of a setup that was killed", async () => {
    await home.write(join(home.places.dataDirectory, "setup.lock"), "4194303");
    const lines = await setUpHost("codex", quiet, home.places);
    expect(lines.at(-1)).toContain("trust the new hook");
  });
});
