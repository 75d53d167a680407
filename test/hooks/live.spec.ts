import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startApp, type TestApp } from "../support/app.js";
import { Api } from "../support/api.js";
import { EVENTS, HOSTS, injected, type InstalledHook, installHook, said } from "../support/hook-process.js";

const TOKEN = "t0ken-of-the-team";
const EMPTY = { outcome: "empty", http_status: 200, context_status: "empty", content_bytes: 0 };

describe.each(HOSTS)("the hook of %s and a server", (host) => {
  let server: TestApp;
  let hook: InstalledHook;

  beforeAll(async () => {
    server = await startApp();
    hook = await installHook(host, server.url);
  });

  afterAll(async () => {
    await hook.dispose();
    await server.close();
  });

  it("injects exactly the pack that the server prepares", async () => {
    const api = new Api(server.url);
    const scope_id = "git:example.org/shop";
    await api.scope(scope_id).remember("The payment gateway „Größe“ is restarted with `make gateway` 😀.");
    const prompt = "How is the payment gateway restarted?";
    const pack = await api.succeed<{ content: string }>("prepare_context", { scope_id, query: prompt });
    const run = await hook.run({ ...EVENTS[host], prompt }, { settings: { SCOPE_ID: scope_id } });
    expect(run).toEqual({ code: 0, stdout: injected(pack.content), stderr: "" });
    expect(pack.content).toContain("make gateway");
  });

  it("recalls by the ends of a prompt that is too long to ask with", async () => {
    const scope = new Api(server.url).scope("long");
    await scope.remember("The payment gateway is restarted with `make gateway`.");
    const prompt = `How is the payment gateway restarted?\n${"x ".repeat(100_000)}`;
    const run = await hook.run({ ...EVENTS[host], prompt }, { settings: { SCOPE_ID: "long" } });
    expect(run.stdout).toContain("make gateway");
    expect(run.stderr).toBe("");
  });

  it("does not recall a prompt in its own turn, nor in the next", async () => {
    const prompt = "same turn recall sentinel 7f0c9a21";
    const settings = { SCOPE_ID: "same turn" };
    const expected = said(host, EMPTY);
    await expect(hook.run({ ...EVENTS[host], prompt }, { settings })).resolves.toEqual(expected);
    await expect(hook.run({ ...EVENTS[host], prompt }, { settings })).resolves.toEqual(expected);
    await expect(positionAfter("same turn")).resolves.toBe(2);
  });

  it("stores one Source of ten deliveries at once", async () => {
    const settings = { SCOPE_ID: "ten" };
    const runs = await Promise.all(Array.from({ length: 10 }, () => hook.run(EVENTS[host], { settings })));
    expect(runs).toEqual(Array(10).fill(said(host, EMPTY)));
    await hook.run({ ...EVENTS[host], session_id: "another" }, { settings });
    await expect(positionAfter("ten")).resolves.toBe(3);
  });

  it("captures the longest prompt, whatever its letters", async () => {
    const prompt = "😀".repeat(200_000);
    await hook.run({ ...EVENTS[host], prompt }, { settings: { SCOPE_ID: "longest" } });
    await expect(positionAfter("longest")).resolves.toBe(2);
  });

  it("finds from a worktree what was remembered in the checkout", async () => {
    const home = mkdtempSync(join(tmpdir(), "powercontext-hook-"));
    try {
      await new Api(server.url).scope("git:example.org/team/tree").remember("Releases are cut on Tuesdays.");
      const tree = join(home, "tree");
      worktreeOf(join(home, "main"), "ssh://git@EXAMPLE.org/team/tree.git", tree);
      const run = await hook.run({ ...EVENTS[host], cwd: tree, prompt: "When are releases cut?" });
      expect(run.stdout).toContain("Releases are cut on Tuesdays.");
    } finally {
      rmSync(home, { recursive: true, force: true });
    }
  });

  /** Where the next Source of the scope lands. */
  async function positionAfter(scope: string): Promise<number> {
    return (await new Api(server.url).scope(scope).capture("next", "What comes next.")).position;
  }
});

describe.each(HOSTS)("the hook of %s and a server with a token", (host) => {
  let server: TestApp;
  let hook: InstalledHook;

  beforeAll(async () => {
    server = await startApp({ env: { AUTH_TOKEN: TOKEN } });
    hook = await installHook(host, server.url);
  });

  afterAll(async () => {
    await hook.dispose();
    await server.close();
  });

  it("is let in with it", async () => {
    const settings = { AUTHORIZATION: `Bearer ${TOKEN}` };
    await expect(hook.run(EVENTS[host], { settings })).resolves.toEqual(said(host, EMPTY));
  });

  it.each([{}, { AUTHORIZATION: "Bearer wrong" }])("says so when it is not let in with %j", async (settings) => {
    const outcome = { outcome: "authentication_failed", http_status: 401 };
    await expect(hook.run(EVENTS[host], { settings })).resolves.toEqual(said(host, outcome));
  });
});

function worktreeOf(main: string, origin: string, tree: string): void {
  mkdirSync(main);
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.org"];
  const git = (...words: readonly string[]): Buffer => execFileSync("git", words, { cwd: main, stdio: "pipe" });
  git("init", "--quiet");
  git(...author, "commit", "--quiet", "--allow-empty", "--message=start");
  git("remote", "add", "origin", origin);
  git("worktree", "add", "--quiet", tree);
}
