import { spawn } from "node:child_process";
import { chmod, chown, lchown, mkdir, readdir, rename, rm, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";

import { removeHost, setUpHost } from "../../src/cli/hosts/index.js";
import { parseHostsConfig } from "../../src/platform/config/hosts.config.js";
import { CLI, type CliRun } from "../support/cli.js";
import { HostHome } from "../support/host-home.js";

const NOBODY = 65_534;
const quiet = { print: false };

describe("setup where it may not write", () => {
  let home: HostHome;
  beforeEach(async () => {
    home = await HostHome.make();
  });
  afterEach(() => home.delete());

  /** As a user without root's rights. */
  async function run(words: readonly string[]): Promise<CliRun> {
    const isRoot = process.getuid?.() === 0;
    if (isRoot) await giveAway();
    const child = spawn(process.execPath, [CLI, ...words], {
      cwd: "/",
      env: { PATH: process.env["PATH"], HOME: home.path },
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    const output = { stdout: "", stderr: "" };
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => (output.stdout += chunk));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => (output.stderr += chunk));
    return new Promise((done) => {
      child.on("close", (code) => {
        done({ code, ...output });
      });
    });
  }

  async function giveAway(): Promise<void> {
    await chmod(join(home.path, ".."), 0o755);
    await chown(home.path, NOBODY, NOBODY);
    for (const entry of await readdir(home.path, { recursive: true, withFileTypes: true }))
      await lchown(join(entry.parentPath, entry.name), NOBODY, NOBODY);
  }

  it.each([
    ["the first config's folder", ".codex"],
    ["the data directory", ".local/share/powercontext"],
    ["what is to hold the data directory", ".local"],
  ])("refuses before it writes anything: %s", async (_, folder) => {
    await home.write(home.configs("codex")[1], 'model = "best"\n');
    await mkdir(join(home.path, folder), { recursive: true });
    await chmod(join(home.path, folder), 0o555);
    const before = await home.snapshot();
    const { code, stdout, stderr } = await run(["setup", "codex"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/^powercontext: Cannot write [^\n]+permission[^\n]+\n$/);
    expect(stderr).toContain(join(home.path, folder));
    expect(await home.snapshot()).toEqual(before);
    await chmod(join(home.path, folder), 0o755);
    expect(await run(["setup", "codex"])).toMatchObject({ code: 0 });
  });

  it("takes out nothing when one of the configs cannot be written", async () => {
    await run(["setup", "claude-code"]);
    const before = await home.snapshot();
    await chmod(join(home.path, ".claude"), 0o555);
    expect(await run(["uninstall", "claude-code"])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Cannot write"),
    });
    expect(await home.snapshot()).toEqual(before);
    await chmod(join(home.path, ".claude"), 0o755);
    expect(await run(["uninstall", "claude-code"])).toMatchObject({ code: 0 });
    expect((await home.snapshot()).size).toBe(0);
  });

  it("names a config that may not be read without the system's words", async () => {
    await mkdir(join(home.path, ".codex"), 0o000);
    const { code, stderr } = await run(["setup", "codex"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^powercontext: Cannot read [^\n]+\.codex[^\n]+: you lack the permission[^\n]+\n$/);
  });

  it("takes back what it has written when a later write fails, and so does uninstall", async () => {
    const [hooks, config] = home.configs("codex");
    // There is room for its name, and none for that of a draft beside it.
    const long = join(home.path, "x".repeat(250));
    await home.write(long, 'model = "best"\n');
    await mkdir(dirname(config));
    await symlink(long, config);
    const before = await home.snapshot();
    await expect(setUpHost("codex", quiet, home.places)).rejects.toThrow(`Cannot write ${home.path}: a name`);
    expect(await home.snapshot()).toEqual(before);

    await rm(config);
    await rm(long);
    await setUpHost("codex", quiet, home.places);
    await rename(hooks, long);
    await symlink(long, hooks);
    const installed = await home.snapshot();
    await expect(removeHost("codex", quiet, home.places)).rejects.toThrow(`Cannot write ${home.path}: a name`);
    expect(await home.snapshot()).toEqual(installed);
  });

  it("refuses a data directory that Node cannot run a hook from", async () => {
    const places = parseHostsConfig(
      { POWERCONTEXT_HOME: join(home.path, "back\\slash") },
      { platform: "linux", homeDirectory: home.path, workingDirectory: "/", readTextFile: () => "" },
    );
    await expect(setUpHost("codex", quiet, places)).rejects.toThrow("there is a backslash in that path");
    expect((await home.snapshot()).size).toBe(0);
  });
});
