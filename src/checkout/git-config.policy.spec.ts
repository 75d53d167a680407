import { parsePlainConfig } from "./git-config.policy.js";

const CORE = "[core]\n\trepositoryformatversion = 0\n\tfilemode = true\n\tbare = false\n";

describe("a plain configuration", () => {
  it.each([
    [
      "as git writes it",
      `${CORE}[remote "origin"]\n\turl = git@example.org:shop.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n`,
      "git@example.org:shop.git",
    ],
    ["with carriage returns", '[remote "origin"]\r\n\turl = https://a/b\r\n', "https://a/b"],
    ["with names in any case", '[REMOTE "origin"]\nURL=https://a/b', "https://a/b"],
    ["with comments", '# one\n; two\n[remote "origin"]\n  # three\n url = https://a/b', "https://a/b"],
    [
      "twice: the last counts",
      '[remote "origin"]\nurl = https://a/1\n[core]\nx = y\n[remote "origin"]\nurl = https://a/2',
      "https://a/2",
    ],
    [
      "beside other remotes",
      '[remote "Origin"]\nurl = https://a/1\n[remote "up"]\nurl = https://a/2\n[url "https://a/"]\ninsteadOf = a:',
      undefined,
    ],
    ["without a remote", CORE, undefined],
    ["that is empty", "", undefined],
  ])("%s", (_what, config, originUrl) => {
    expect(parsePlainConfig(config)).toEqual({ originUrl });
  });

  it.each([
    ["a quoted value", '[remote "origin"]\nurl = "https://a/b"'],
    ["a comment behind a value", '[remote "origin"]\nurl = https://a/b # c'],
    ["a continued line", '[remote "origin"]\nurl = https://a/\\\nb'],
    ["a value in the line of its section", '[remote "origin"] url = https://a/b'],
    ["an escape in a section", '[remote "orig\\in"]\nurl = https://a/b'],
    ["a section with a dot", "[remote.origin]\nurl = https://a/b"],
    ["a key without a value", '[remote "origin"]\nurl'],
    ["another file", "[include]\npath = more"],
    ["another file on a condition", '[includeIf "gitdir:~/work/"]\npath = more'],
    ["a second file for the worktree", "[extensions]\nworktreeConfig = true"],
    ["a work tree elsewhere", "[core]\nworktree = ../../shop"],
    ["no work tree", "[core]\nbare = true"],
    ["nonsense", "]["],
  ])("is not one with %s", (_what, config) => {
    expect(parsePlainConfig(config)).toBeUndefined();
  });
});
