import { boundScope, explicitScope, localScope, remoteScope } from "./scope-id.policy.js";

const SCHEMA = "powercontext.codex-workspace.v1";
const HASH_OF_257 = "7b73b6812d7e59f96fe8c2904a7b814b625237d52e189d1aca18837b4008a684";

describe("the scope of a remote", () => {
  it.each([
    ["https://example.org/team/shop.git", "git:example.org/team/shop"],
    ["http://example.org/team/shop", "git:example.org/team/shop"],
    ["HTTPS://EXAMPLE.org/Team/Shop.git", "git:example.org/Team/Shop"],
    ["https://ada:s3cret@example.org/team/shop", "git:example.org/team/shop"],
    ["https://a@b@example.org/team/shop", "git:example.org/team/shop"],
    ["https://example.org:8443/team/shop", "git:example.org:8443/team/shop"],
    ["https://example.org:443/team/shop", "git:example.org:443/team/shop"],
    ["https://example.org:/team/shop", "git:example.org/team/shop"],
    ["ssh://git@example.org:022/team/shop.git", "git:example.org:22/team/shop"],
    ["ssh://git@[2001:DB8::1]:22/team/shop", "git:2001:db8::1:22/team/shop"],
    ["git://example.org//team///shop.git/", "git:example.org/team/shop"],
    ["https://example.org/team/shop.git?x=1#y", "git:example.org/team/shop"],
    ["https://example.org/team/my%20shop", "git:example.org/team/my%20shop"],
    ["https://example.org/team/../shop", "git:example.org/team/../shop"],
    ["https://example.org/team/shop.git.git", "git:example.org/team/shop.git"],
    ["https://example.org/team/.git", "git:example.org/team"],
    ["git@example.org:team/shop.git", "git:example.org/team/shop"],
    ["Example.ORG:Team/Shop", "git:example.org/Team/Shop"],
    ["git@example.org:/srv/shop.git", "git:example.org/srv/shop"],
    ["git@[2001:db8::1]:shop.git", "git:2001:db8::1/shop"],
    ["[2001:db8::1]:shop.git", "git:2001:db8::1/shop"],
    ["git@example.org:größe/名前.git", "git:example.org/größe/名前"],
    ["  git@example.org:shop.git\n", "git:example.org/shop"],
  ])("of %s is %s", (remote, scope) => {
    expect(remoteScope(remote)).toBe(scope);
  });

  it.each([
    "",
    "/srv/git/shop.git",
    "../shop",
    "./a:b",
    "file:///srv/git/shop.git",
    "ftp://example.org/shop",
    "git+ssh://example.org/shop",
    "https://",
    "https:///shop",
    "https://example.org",
    "https://example.org/",
    "https://example.org/.git",
    "https://example.org:port/shop",
    "https://example.org:65536/shop",
    "https://exa mple.org/shop",
    "https://[::1/shop",
    "git@example.org:",
    "git@example.org:.git",
    "git@:shop",
    "https://git@/shop",
    "git@proxy@example.org:team/shop",
    "[git@example.org:22]:team/shop.git",
    "git@[example.org:22]:team/shop.git",
    "[example.org]:team/shop.git",
    "https://[example.org]/team/shop",
    "https://[::1/shop]",
    "https://example.org\\team/shop",
    "ext::sh -c shop",
    "ext::https://example.org/shop",
    "helper::git@example.org:shop",
    "://",
  ])("is not known from %j", (remote) => {
    expect(remoteScope(remote)).toBeUndefined();
  });

  it("is hashed above 256 characters, without its prefix", () => {
    const fits = `git@git.example.org:${"a".repeat(256 - "git:git.example.org/".length)}`;
    expect(remoteScope(fits)).toHaveLength(256);
    expect(remoteScope(fits)).toMatch(/^git:git\.example\.org\/a+$/);
    const hash = "1db99278cc2558a6ee50a17bef9db6d1bda361f30c9f5346de3cccf65e6aaf6d";
    expect(remoteScope(`git@git.example.org:${"a".repeat(250)}`)).toBe(`git:sha256:${hash}`);
  });
});

describe("the scope that a user chose", () => {
  it("stays as it is up to 256 characters, counted in code points", () => {
    expect(explicitScope("😀".repeat(256))).toBe("😀".repeat(256));
  });

  it("is hashed above", () => {
    expect(explicitScope("s".repeat(257))).toBe(`sha256:${HASH_OF_257}`);
  });
});

describe("the scope of a folder", () => {
  it("is a hash of its path", () => {
    expect(localScope("/srv/shop")).toBe("local:e7c7ea0ba435fd310e06a812a878b49ac2e1ffa26f10919d35caaaa22b239a7e");
  });
});

describe("the scope that a checkout is bound to", () => {
  it("is read from the binding", () => {
    expect(boundScope(`{"schema":"${SCHEMA}","scope_id":"team größe"}\n`)).toBe("team größe");
    expect(boundScope(`{"schema":"${SCHEMA}","scope_id":"team\\ud83d\\ude00"}`)).toBe("team😀");
  });

  it.each([
    "",
    "null",
    `["${SCHEMA}"]`,
    `{"scope_id":"team"}`,
    `{"schema":"powercontext.codex-workspace.v2","scope_id":"team"}`,
    `{"schema":"${SCHEMA}"}`,
    `{"schema":"${SCHEMA}","scope_id":""}`,
    `{"schema":"${SCHEMA}","scope_id":" team"}`,
    `{"schema":"${SCHEMA}","scope_id":7}`,
    JSON.stringify({ schema: SCHEMA, scope_id: "s".repeat(257) }),
    `{"schema":"${SCHEMA}","scope_id":"team\\ud83d"}`,
  ])("is not read from %j", (json) => {
    expect(boundScope(json)).toBeUndefined();
  });
});
