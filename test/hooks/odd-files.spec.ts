import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { dirname, join, relative } from "node:path";

import { localScope } from "../../src/checkout/scope-id.policy.js";
import { type HookServer, PACK, startHookServer } from "../support/hook-server.js";
import { EVENTS, type HookRun, injected, type InstalledHook, installHook, said } from "../support/hook-process.js";

const SHARED = "git:example.org/team/shop";
const SCHEMA = "powercontext.codex-workspace.v1";
const SKIPPED = said("codex", { outcome: "skipped" });
const INJECTED: HookRun = { code: 0, stdout: injected(PACK), stderr: "" };

describe("the hook and a checkout with a file that is none", () => {
  let server: HookServer;
  let hook: InstalledHook;
  let shop: string;
  const sockets: Server[] = [];

  beforeAll(async () => {
    server = await startHookServer();
  });

  beforeEach(async () => {
    server.reset();
    hook = await installHook("codex", server.url);
    shop = join(realpathSync(hook.home), "shop");
    git(hook.home, "init", "--quiet", shop);
    git(shop, "remote", "add", "origin", "https://example.org/team/shop.git");
  });

  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.close();
    await hook.dispose();
  });

  afterAll(() => server.close());

  const git = (cwd: string, ...words: readonly string[]): Buffer => execFileSync("git", words, { cwd, stdio: "pipe" });
  const inGit = (name: string): string => join(shop, ".git", name);
  const binding = (): string => inGit("powercontext/codex-workspace.json");
  const turn = (env: Readonly<Record<string, string>> = {}, cwd = shop): Promise<HookRun> =>
    hook.run({ ...EVENTS.codex, cwd }, { env });

  async function expectScope(scope: string, run: Promise<HookRun>): Promise<void> {
    await expect(run).resolves.toEqual(INJECTED);
    expect(server.bodyOf("/v1/context/prepare")).toMatchObject({ scope_id: scope });
  }

  async function expectSkipped(run: Promise<HookRun>): Promise<void> {
    await expect(run).resolves.toEqual(SKIPPED);
    expect(server.requests).toEqual([]);
  }

  /** Puts a program named git before the real one. */
  function gitThat(script: string): Readonly<Record<string, string>> {
    const folder = join(hook.home, "bin");
    mkdirSync(folder);
    writeFileSync(join(folder, "git"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    return { PATH: `${folder}:/usr/bin:/bin` };
  }

  const ODD: readonly (readonly [string, (path: string) => unknown])[] = [
    ["a pipe that nobody writes to", (path) => execFileSync("mkfifo", [path])],
    [
      "a device without an end",
      (path) => {
        symlinkSync("/dev/zero", path);
      },
    ],
    [
      "a link to itself",
      (path) => {
        symlinkSync(path, path);
      },
    ],
    [
      "a file of 3 GiB",
      (path) => {
        writeFileSync(path, "");
        truncateSync(path, 3 * 2 ** 30);
      },
    ],
    [
      "a socket",
      (path) => {
        const socket = createServer();
        sockets.push(socket);
        return new Promise<void>((done) => socket.listen(relative(process.cwd(), path), done));
      },
    ],
  ];

  describe.each(ODD)("that is %s", (_what, make) => {
    const put = async (path: string): Promise<void> => {
      mkdirSync(dirname(path), { recursive: true });
      rmSync(path, { force: true });
      await make(path);
    };

    it("ignores it for a binding", async () => {
      await put(binding());
      await expectScope(SHARED, turn());
    });

    it.each(["config", "commondir"])("files the turn nowhere when it is the %s of git", async (name) => {
      await put(inGit(name));
      await expectSkipped(turn());
    });

    it("has no server when it is the MCP entry", async () => {
      await put(join(hook.plugin, ".mcp.json"));
      await expectSkipped(turn());
    });
  });

  it.each(ODD.filter(([what]) => /pipe|socket|device/.test(what)))(
    "passes over a .git that is %s, as git does",
    async (_what, make) => {
      const below = join(shop, "below");
      mkdirSync(below);
      await make(join(below, ".git"));
      await expectScope(SHARED, turn({}, below));
    },
  );

  it("files the turn nowhere when .git is a file of 3 GiB", async () => {
    const below = join(shop, "below");
    mkdirSync(below);
    writeFileSync(join(below, ".git"), "gitdir: ../.git\n");
    await expectScope(SHARED, turn({}, below));
    server.reset();
    truncateSync(join(below, ".git"), 3 * 2 ** 30);
    await expectSkipped(turn({}, below));
  });

  it("files the turn nowhere when git itself hangs at a HEAD that is a pipe", async () => {
    rmSync(inGit("HEAD"));
    execFileSync("mkfifo", [inGit("HEAD")]);
    await expectSkipped(turn());
  });

  it("reads a binding of 64 KiB, and none that is a byte longer", async () => {
    mkdirSync(dirname(binding()));
    const text = JSON.stringify({ schema: SCHEMA, scope_id: "bound" });
    writeFileSync(binding(), text.padEnd(2 ** 16));
    await expectScope("bound", turn());
    server.reset();
    writeFileSync(binding(), text.padEnd(2 ** 16 + 1));
    await expectScope(SHARED, turn());
  });

  it("reads a configuration of 1 MiB, and files the turn nowhere when it is a byte longer", async () => {
    const text = '[remote "origin"]\n\turl = git@example.org:large.git\n';
    writeFileSync(inGit("config"), text.padEnd(2 ** 20, "\n"));
    await expectScope("git:example.org/large", turn());
    server.reset();
    writeFileSync(inGit("config"), text.padEnd(2 ** 20 + 1, "\n"));
    await expectSkipped(turn());
  });

  describe("when git has to be asked", () => {
    beforeEach(() => {
      git(shop, "config", "include.path", "more");
    });

    it("takes what git says", async () => {
      await expectScope(SHARED, turn());
    });

    it.each([
      ["hangs", "exec sleep 60"],
      ["leaves a process behind that hangs", "sleep 10 & wait"],
      ["is killed", "kill -9 $$"],
      ["hangs at its last question", 'case "$1" in config) exec sleep 60;; *) exec /usr/bin/git "$@";; esac'],
      ["never ends what it says", "exec cat /dev/zero"],
    ])("files the turn nowhere when git %s", async (_what, script) => {
      await expectSkipped(turn(gitThat(script)));
    });

    it("files the turn nowhere when an included file cannot be read", async () => {
      symlinkSync("more", inGit("more"));
      await expectSkipped(turn());
    });

    it("files the turn nowhere when the configuration of a bare repository is a folder", async () => {
      const bare = join(hook.home, "bare");
      git(hook.home, "init", "--quiet", "--bare", bare);
      git(bare, "config", "remote.origin.url", "git@example.org:bare.git");
      await expectScope("git:example.org/bare", turn({}, bare));
      server.reset();
      rmSync(join(bare, "config"));
      mkdirSync(join(bare, "config"));
      await expectSkipped(turn({}, bare));
    });

    it("takes the folder when git calls the configuration broken, in whatever language", async () => {
      writeFileSync(inGit("config"), "][\n");
      await expectScope(localScope(shop), turn({ LC_ALL: "de_DE.UTF-8" }));
    });
  });
});
