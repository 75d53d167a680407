import { lstat, mkdir, readFile, rm, stat, symlink } from "node:fs/promises";
import { join } from "node:path";

import { parse as parseToml } from "smol-toml";

import { type Host, HOSTS, removeHost, setUpHost } from "../../src/cli/hosts/index.js";
import { HostHome } from "../support/host-home.js";

const quiet = { print: false };

describe("what setup of a host refuses", () => {
  let home: HostHome;
  beforeEach(async () => {
    home = await HostHome.make();
  });
  afterEach(() => home.delete());

  const files = (host: Host): readonly [string, string] => home.configs(host);
  const read = (path: string): Promise<string> => readFile(path, "utf8");

  const MALFORMED: readonly (readonly [Host, 0 | 1, string, string])[] = [
    ["claude-code", 0, '{ "hooks": ', "not valid JSON"],
    ["claude-code", 0, "[]", "holds no JSON object"],
    ["claude-code", 0, '{ "hooks": [] }', '"hooks" is not an object'],
    ["claude-code", 0, '{ "hooks": { "UserPromptSubmit": {} } }', '"UserPromptSubmit" is not an array'],
    ["claude-code", 0, '{ "hooks": { "Stop": [] }, "hooks": {} }', "names something twice"],
    ["claude-code", 1, '{ "mcpServers": null }', '"mcpServers" is not an object'],
    ["claude-code", 1, '{ "mcpServers": { "powercontext": { "command": "mine" } } }', "already has an MCP server"],
    ["codex", 0, "hello", "not valid JSON"],
    [
      "codex",
      0,
      '{"hooks":{"UserPromptSubmit":[{"hooks":[{"command":"node /x/powercontext-hook.mjs"}]}]}}',
      "another copy",
    ],
    ["codex", 1, "model = ", "not valid TOML"],
    ["codex", 1, '[mcp_servers.powercontext]\ncommand = "mine"\n', "has its own [mcp_servers.powercontext]"],
    ["codex", 1, '[[mcp_servers]]\nname = "docs"\n', "mcp_servers is not a table"],
    ["codex", 1, 'mcp_servers = { docs = { url = "https://docs.example" } }\n', "in one line"],
  ];

  it.each(MALFORMED)("refuses a config of %s (file %d) untouched: %s", async (host, which, content, problem) => {
    await home.write(files(host)[which], content);
    const before = await home.snapshot();
    await expect(setUpHost(host, quiet, home.places)).rejects.toThrow(problem);
    expect(await home.snapshot()).toEqual(before);
  });

  it.each(HOSTS)("refuses what is not text, read-only, or a link to nowhere: %s", async (host) => {
    const [, mcp] = files(host);
    await home.write(mcp, Buffer.from([0xff, 0xfe]));
    await expect(setUpHost(host, quiet, home.places)).rejects.toThrow("is not UTF-8");
    await home.write(mcp, "", 0o000);
    await expect(setUpHost(host, quiet, home.places)).rejects.toThrow("may be read by nobody");
    await home.write(mcp, "", 0o444);
    await expect(setUpHost(host, quiet, home.places)).rejects.toThrow("is read-only");
    await rm(mcp);
    await symlink(join(home.path, "nowhere"), mcp);
    await expect(setUpHost(host, quiet, home.places)).rejects.toThrow("symbolic link to nowhere");
    await rm(mcp);
    await mkdir(mcp);
    await expect(setUpHost(host, quiet, home.places)).rejects.toThrow("is not a file");
  });

  it.each(HOSTS)("writes through a symbolic link, which stays one: %s", async (host) => {
    const dotfile = join(home.path, "dotfiles", "config");
    const [, mcp] = files(host);
    await home.write(dotfile, "", 0o640);
    await mkdir(join(mcp, ".."), { recursive: true });
    await symlink(dotfile, mcp);
    await setUpHost(host, quiet, home.places);
    expect((await lstat(mcp)).isSymbolicLink()).toBe(true);
    expect(await read(dotfile)).toContain("powercontext");
    expect((await stat(dotfile)).mode & 0o777).toBe(0o640);
    await removeHost(host, quiet, home.places);
    expect((await lstat(mcp)).isSymbolicLink()).toBe(true);
    expect(await read(dotfile)).toBe("");
  });

  it.each([
    ["http://user:geheim@127.0.0.1:8000", "must not hold a user"],
    ["http://127.0.0.1:8000/?a=1", "query"],
    ["http://127.0.0.1:8000/#a", "fragment"],
    ["http://memory.example", "must be https"],
    ["ftp://127.0.0.1", "http:// or https://"],
    ["localhost:8000", "http:// or https://"],
    ["memory", "is not a URL"],
    ["http://127.0.0.1\n:8000", "is not a URL"],
  ])("refuses the server %j without repeating it", async (server, problem) => {
    const before = await home.snapshot();
    const refusal: Error = await setUpHost("codex", { server, print: false }, home.places).then(
      () => new Error("accepted"),
      (error: unknown) => error as Error,
    );
    expect(refusal.message).toContain(problem);
    expect(refusal.message).not.toContain("geheim");
    expect(await home.snapshot()).toEqual(before);
  });

  it.each([
    ["https://memory.example/", "https://memory.example/mcp"],
    ["https://memory.example/mcp", "https://memory.example/mcp"],
    ["https://memory.example/team/mcp/", "https://memory.example/team/mcp"],
    ["http://localhost:9000", "http://localhost:9000/mcp"],
    ["http://[::1]:9000/a", "http://[::1]:9000/a/mcp"],
  ])("takes the server %s as %s", async (server, mcpUrl) => {
    await setUpHost("codex", { server, print: false }, home.places);
    expect(parseToml(await read(files("codex")[1]))).toMatchObject({ mcp_servers: { powercontext: { url: mcpUrl } } });
  });
});
