import { execFileSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { deadlineAt } from "../../src/checkout/deadline.js";
import { scopeOf } from "../../src/checkout/scope.js";
import { localScope, remoteScope } from "../../src/checkout/scope-id.policy.js";

const ORIGIN = "https://ada:s3cret@example.org/Team/shop.git";
const SHARED = "git:example.org/Team/shop";
const BINDING = '{"schema":"powercontext.codex-workspace.v1","scope_id":"bound"}';
const NOBODY = 65_534;

describe("the scope of a checkout", () => {
  let home: string;
  let environment: Readonly<Record<string, string>>;

  beforeEach(() => {
    home = realpathSync(mkdtempSync(join(tmpdir(), "powercontext scope größe-")));
    environment = { PATH: "/usr/bin:/bin", HOME: home, GIT_AUTHOR_NAME: "Ada", GIT_AUTHOR_EMAIL: "ada@example.org" };
    environment = { ...environment, GIT_COMMITTER_NAME: "Ada", GIT_COMMITTER_EMAIL: "ada@example.org" };
  });

  afterEach(() => {
    rmSync(home, { recursive: true, force: true });
  });

  const scope = (cwd: string, more: Readonly<Record<string, string>> = {}): Promise<string> =>
    scopeOf(cwd, undefined, { ...environment, ...more }, deadlineAt(performance.now() + 20_000));

  function git(cwd: string, ...words: readonly string[]): string {
    return execFileSync("git", words, { cwd, env: environment, encoding: "utf8", stdio: "pipe" }).trim();
  }

  function folder(...names: readonly string[]): string {
    const path = join(home, ...names);
    mkdirSync(path, { recursive: true });
    return path;
  }

  function repository(name: string, origin?: string): string {
    const path = folder(name);
    git(path, "init", "--quiet", "--initial-branch=main");
    git(path, "commit", "--quiet", "--allow-empty", "--message=start");
    if (origin !== undefined) git(path, "remote", "add", "origin", origin);
    return path;
  }

  /** What git says to the three questions. */
  function asGitSees(cwd: string): string {
    const ask = (...words: readonly string[]): string => {
      try {
        return git(cwd, ...words);
      } catch {
        return "";
      }
    };
    const top = ask("rev-parse", "--show-toplevel");
    return remoteScope(ask("config", "--get", "remote.origin.url")) ?? localScope(top === "" ? cwd : top);
  }

  it("is its remote, from anywhere in it", async () => {
    const shop = repository("shop", ORIGIN);
    const below = folder("shop", "src", "größe");
    symlinkSync(below, join(home, "link"));
    for (const cwd of [shop, below, join(home, "link")]) await expect(scope(cwd)).resolves.toBe(SHARED);
  });

  it("is shared by its worktrees, and without a remote it is not", async () => {
    for (const [name, origin] of [
      ["shop", ORIGIN],
      ["plain", undefined],
    ] as const) {
      const main = repository(name, origin);
      const tree = join(home, `${name}-tree`);
      git(main, "worktree", "add", "--quiet", tree);
      await expect(scope(main)).resolves.toBe(origin === undefined ? localScope(main) : SHARED);
      await expect(scope(tree)).resolves.toBe(origin === undefined ? localScope(tree) : SHARED);
    }
  });

  it("is a submodule's own", async () => {
    const shop = repository("shop", ORIGIN);
    const part = repository("part");
    git(shop, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", part, "part");
    git(join(shop, "part"), "remote", "set-url", "origin", "git@example.org:part.git");
    await expect(scope(join(shop, "part"))).resolves.toBe("git:example.org/part");
    git(join(shop, "part"), "remote", "remove", "origin");
    await expect(scope(join(shop, "part"))).resolves.toBe(localScope(join(shop, "part")));
  });

  it.each(["not an address", "https://example.org:port/shop", "/srv/git/shop.git", "https://[broken"])(
    "is its folder when the remote is %j",
    async (origin) => {
      const shop = repository("shop", origin);
      await expect(scope(folder("shop", "src"))).resolves.toBe(localScope(shop));
    },
  );

  it("is the folder itself outside a checkout, whether it is there or not", async () => {
    writeFileSync(join(home, "file"), "");
    symlinkSync(folder("real"), join(home, "link"));
    await expect(scope(folder("plain"))).resolves.toBe(localScope(join(home, "plain")));
    await expect(scope(join(home, "gone", "away"))).resolves.toBe(localScope(join(home, "gone", "away")));
    await expect(scope(join(home, "link", "gone"))).resolves.toBe(localScope(join(home, "real", "gone")));
    await expect(scope(join(home, "file"))).resolves.toBe(localScope(join(home, "file")));
  });

  it("is what its git directory binds it to, and of a worktree its own", async () => {
    const shop = repository("shop", ORIGIN);
    const tree = join(home, "tree");
    git(shop, "worktree", "add", "--quiet", tree);
    writeFileSync(join(folder("shop", ".git", "powercontext"), "codex-workspace.json"), BINDING);
    await expect(scope(shop)).resolves.toBe("bound");
    await expect(scope(tree)).resolves.toBe(SHARED);
    const own = BINDING.replace("bound", "tree");
    writeFileSync(join(folder("shop", ".git", "worktrees", "tree", "powercontext"), "codex-workspace.json"), own);
    await expect(scope(tree)).resolves.toBe("tree");
  });

  it("ignores a malformed binding", async () => {
    const shop = repository("shop", ORIGIN);
    writeFileSync(join(folder("shop", ".git", "powercontext"), "codex-workspace.json"), BINDING.slice(1));
    await expect(scope(shop)).resolves.toBe(SHARED);
  });

  it("is what the user chose before anything else", async () => {
    const shop = repository("shop", ORIGIN);
    await expect(scopeOf(shop, "chosen", environment, deadlineAt(0))).resolves.toBe("chosen");
  });

  describe("that files alone do not tell", () => {
    it.each<[string, string, (shop: string) => void]>([
      [
        "a quoted address",
        SHARED,
        (shop) => git(shop, "config", "remote.origin.url", "https://example.org/Team/shop#x;y"),
      ],
      [
        "another spelling of an address",
        SHARED,
        (shop) => git(shop, "config", "url.https://wrong.example/.insteadOf", "https:"),
      ],
      [
        "an address in an included file",
        "git:example.org/included",
        (shop) => {
          writeFileSync(join(shop, ".git", "more"), '[remote "origin"]\nurl = https://example.org/included\n');
          git(shop, "config", "include.path", "more");
        },
      ],
      [
        "an address in the worktree's file",
        "git:example.org/tree",
        (shop) => {
          git(shop, "config", "extensions.worktreeConfig", "true");
          git(shop, "config", "--worktree", "remote.origin.url", "https://example.org/tree");
        },
      ],
      [
        "two addresses",
        "git:example.org/second",
        (shop) => git(shop, "remote", "set-url", "--add", "origin", "https://example.org/second"),
      ],
      ["an empty folder named .git", SHARED, () => folder("shop", "src", ".git")],
      [
        "a file named HEAD",
        SHARED,
        () => {
          writeFileSync(join(folder("shop", "src"), "HEAD"), "x");
        },
      ],
    ])("is as git sees it: %s", async (_what, expected, change) => {
      const shop = repository("shop", ORIGIN);
      change(shop);
      const cwd = folder("shop", "src");
      expect(asGitSees(cwd)).toBe(expected);
      await expect(scope(cwd)).resolves.toBe(expected);
    });

    it("is as git sees it in a bare repository and in a git directory", async () => {
      const bare = folder("bare.git");
      git(bare, "init", "--quiet", "--bare");
      expect(asGitSees(bare)).toBe(localScope(bare));
      await expect(scope(bare)).resolves.toBe(localScope(bare));
      git(bare, "config", "remote.origin.url", ORIGIN);
      await expect(scope(bare)).resolves.toBe(SHARED);
      const shop = repository("shop", ORIGIN);
      await expect(scope(join(shop, ".git", "refs"))).resolves.toBe(SHARED);
    });

    it("is as git sees it with a git directory and a work tree elsewhere", async () => {
      const shop = repository("shop");
      git(shop, "init", "--quiet", `--separate-git-dir=${join(home, "apart")}`);
      await expect(scope(shop)).resolves.toBe(localScope(shop));
      git(shop, "config", "core.worktree", folder("moved"));
      expect(asGitSees(join(home, "moved"))).toBe(localScope(join(home, "moved")));
      expect(asGitSees(shop)).toBe(localScope(join(home, "moved")));
      await expect(scope(shop)).resolves.toBe(localScope(join(home, "moved")));
    });

    it("is that of the repository which a variable names", async () => {
      const shop = repository("shop", ORIGIN);
      const outside = folder("outside");
      await expect(scope(outside)).resolves.toBe(localScope(outside));
      await expect(scope(outside, { GIT_DIR: join(shop, ".git") })).resolves.toBe(SHARED);
      const count = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "remote.origin.url" };
      await expect(scope(shop, { ...count, GIT_CONFIG_VALUE_0: "git@a:b" })).resolves.toBe("git:a/b");
    });

    it("is the folder of the checkout when there is no git to ask", async () => {
      const shop = repository("shop", "https://example.org/shop#x;y");
      await expect(scope(shop)).resolves.toBe("git:example.org/shop");
      await expect(scope(folder("shop", "src"), { PATH: home })).resolves.toBe(localScope(shop));
    });

    const asRoot = process.getuid?.() === 0 ? it : it.skip;
    asRoot("trusts another user's repository only when git does", async () => {
      const shop = repository("shop", ORIGIN);
      chownSync(shop, NOBODY, NOBODY);
      chownSync(join(shop, ".git"), NOBODY, NOBODY);
      expect(asGitSees(shop)).toBe(localScope(shop));
      await expect(scope(shop)).resolves.toBe(localScope(shop));
      git(home, "config", "--global", "safe.directory", shop);
      await expect(scope(shop)).resolves.toBe(SHARED);
    });
  });
});
