import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { parse as parseJsonc } from "jsonc-parser";
import { parse as parseToml } from "smol-toml";

import { type Host, HOSTS, removeHost, setUpHost } from "../../src/cli/hosts/index.js";
import { JSON_CONFIGS, TOML_CONFIGS } from "../support/host-configs.js";
import { HostHome } from "../support/host-home.js";

const SERVER = "https://memory.example/team";

const quiet = { print: false };

describe("setup and uninstall of a host", () => {
  let home: HostHome;
  beforeEach(async () => {
    home = await HostHome.make();
  });
  afterEach(() => home.delete());

  const files = (host: Host): readonly [string, string] => home.configs(host);
  const read = (path: string): Promise<string> => readFile(path, "utf8");

  /** Setup twice, then uninstall twice: the bytes between are compared. */
  async function roundTrip(host: Host): Promise<void> {
    const before = await home.snapshot();
    const first = await setUpHost(host, { server: SERVER, print: false }, home.places);
    const installed = await home.snapshot();
    expect(installed).not.toEqual(before);
    expect(first.join("\n")).toContain(SERVER);
    const second = await setUpHost(host, quiet, home.places);
    expect(second).toEqual([expect.stringContaining(`already set up for ${SERVER}`)]);
    expect(await home.snapshot()).toEqual(installed);
    await removeHost(host, quiet, home.places);
    expect(await home.snapshot()).toEqual(before);
    expect(await removeHost(host, quiet, home.places)).toEqual([expect.stringContaining("not set up")]);
    expect(await home.snapshot()).toEqual(before);
  }

  const jsonCases = Object.keys(JSON_CONFIGS).flatMap((name) => [["hooks", name] as const, ["mcp", name] as const]);

  it.each(jsonCases)("gives Claude Code's %s file back byte for byte: %s", async (which, name) => {
    const [settings, state] = files("claude-code");
    await home.write(which === "hooks" ? settings : state, JSON_CONFIGS[name]!, 0o640);
    await roundTrip("claude-code");
  });

  it.each(Object.keys(JSON_CONFIGS))("gives Codex's hooks.json back byte for byte: %s", async (name) => {
    await home.write(files("codex")[0], JSON_CONFIGS[name]!);
    await roundTrip("codex");
  });

  it.each(Object.keys(TOML_CONFIGS))("gives Codex's config.toml back byte for byte: %s", async (name) => {
    await home.write(files("codex")[1], TOML_CONFIGS[name]!, 0o600);
    await roundTrip("codex");
  });

  it.each(HOSTS)("makes the files that %s does not have yet, and takes them away again", async (host) => {
    await roundTrip(host);
    await expect(readdir(join(home.path, ".local/share"))).resolves.toEqual([]);
    await expect(readdir(home.path)).resolves.toEqual([".local"]);
  });

  it("keeps every value of the user's beside the two entries", async () => {
    const [hooks, config] = files("codex");
    await home.write(hooks, JSON_CONFIGS["other hooks and other servers"]!);
    await home.write(config, TOML_CONFIGS["other servers and dotted keys"]!);
    await setUpHost("codex", { server: SERVER, print: false }, home.places);

    const user = parseJsonc(JSON_CONFIGS["other hooks and other servers"]!);
    const written = parseJsonc(await read(hooks));
    expect(written.hooks.UserPromptSubmit[0]).toEqual(user.hooks.UserPromptSubmit[0]);
    expect(written.hooks.UserPromptSubmit[1]).toEqual({
      hooks: [{ type: "command", command: expect.stringContaining(process.execPath), timeout: 10 }],
    });
    expect({ ...written, hooks: { ...written.hooks, UserPromptSubmit: user.hooks.UserPromptSubmit } }).toEqual(user);
    const servers = parseToml(await read(config), { integersAsBigInt: "asNeeded" })["mcp_servers"];
    expect(servers).toEqual({
      docs: { url: "https://docs.example/mcp", env: { "a b": "c" } },
      powercontext: {
        url: `${SERVER}/mcp`,
        env_http_headers: { Authorization: "POWERCONTEXT_CODEX_AUTHORIZATION" },
      },
    });
  });

  it("registers Claude Code's server with the header from the hook's variable", async () => {
    await setUpHost("claude-code", { server: `${SERVER}/mcp/`, print: false }, home.places);
    expect(parseJsonc(await read(files("claude-code")[1]))).toEqual({
      mcpServers: {
        powercontext: {
          type: "http",
          url: `${SERVER}/mcp`,
          headers: { Authorization: "${POWERCONTEXT_CLAUDE_AUTHORIZATION:-}" },
        },
      },
    });
  });

  it("leaves comments with the line they were written for", async () => {
    const [settings] = files("claude-code");
    await home.write(settings, JSON_CONFIGS["comments and trailing commas"]!);
    await setUpHost("claude-code", quiet, home.places);
    const text = await read(settings);
    expect(text).toContain('"Stop": [], // none\n    "UserPromptSubmit"');
    expect(text).toContain("}, // hooks\n  // last, but\n}");
  });

  it.each(HOSTS)("changes the server of %s and nothing else when another one is given", async (host) => {
    const [hooks, mcp] = files(host);
    await setUpHost(host, quiet, home.places);
    const before = { hooks: await read(hooks), mcp: await read(mcp) };
    await setUpHost(host, { server: SERVER, print: false }, home.places);

    const swap = (text: string): string => text.replaceAll("http://127.0.0.1:8000", SERVER);
    expect(await read(mcp)).toBe(swap(before.mcp));
    expect(await read(mcp)).toContain(`${SERVER}/mcp`);
    expect(await read(hooks)).toBe(swap(before.hooks));
    expect(await read(join(home.plugin(host), ".mcp.json"))).toContain(`"url": "${SERVER}/mcp"`);
    await setUpHost(host, quiet, home.places);
    expect(await read(mcp)).toBe(swap(before.mcp));
    await removeHost(host, quiet, home.places);
    await expect(stat(mcp)).rejects.toThrow("ENOENT");
  });

  it.each(HOSTS)("refreshes an older copy of %s's plugin and takes what it no longer has", async (host) => {
    await setUpHost(host, quiet, home.places);
    const hook = join(home.plugin(host), "hooks/powercontext-hook.mjs");
    const current = await read(hook);
    await writeFile(hook, "// an older one");
    await writeFile(join(home.plugin(host), "hooks/old.mjs"), "");
    await setUpHost(host, quiet, home.places);
    expect(await read(hook)).toBe(current);
    await expect(stat(join(home.plugin(host), "hooks/old.mjs"))).rejects.toThrow("ENOENT");
  });

  it("writes the Node of today over the one of an earlier setup, and keeps the user's timeout", async () => {
    const [settings] = files("claude-code");
    await setUpHost("claude-code", quiet, home.places);
    const today = await read(settings);
    const old = today.replace(process.execPath, "/gone/node").replace('"timeout": 10', '"timeout": 20');
    await writeFile(settings, old);
    await setUpHost("claude-code", quiet, home.places);
    expect(await read(settings)).toBe(today.replace('"timeout": 10', '"timeout": 20'));
  });

  it("says what it would do and writes nothing with print", async () => {
    const [hooks, config] = files("codex");
    await home.write(config, 'secret = "do not show"\n');
    const before = await home.snapshot();
    const lines = await setUpHost("codex", { server: SERVER, print: true }, home.places);
    expect(lines).toEqual(
      expect.arrayContaining([
        `${hooks}: the hook`,
        `${config}: the MCP server`,
        "  + [mcp_servers.powercontext]",
        `  + url = "${SERVER}/mcp"`,
      ]),
    );
    expect(lines.join("\n")).not.toContain("do not show");
    expect(await home.snapshot()).toEqual(before);

    await setUpHost("codex", quiet, home.places);
    const installed = await home.snapshot();
    expect(await removeHost("codex", { print: true }, home.places)).toContain(`${config}: the MCP server`);
    expect(await home.snapshot()).toEqual(installed);
  });
});

describe("the folders of the hosts", () => {
  it("are those that CODEX_HOME, CLAUDE_CONFIG_DIR and POWERCONTEXT_HOME name", async () => {
    const home = await HostHome.make();
    const places = home.placesWith({
      CODEX_HOME: join(home.path, "c x"),
      CLAUDE_CONFIG_DIR: join(home.path, "cc"),
      POWERCONTEXT_HOME: "pc",
    });
    try {
      for (const host of HOSTS) await setUpHost(host, quiet, places);
      const names = [...(await home.snapshot()).keys()].filter((name) => !name.includes("/integrations/"));
      expect(names).toEqual(["/c x/config.toml", "/c x/hooks.json", "/cc/.claude.json", "/cc/settings.json"]);
      expect(places.dataDirectory).toBe(join(home.path, "pc"));
    } finally {
      await home.delete();
    }
  });
});
