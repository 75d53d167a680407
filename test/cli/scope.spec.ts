import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { cliOf } from "../support/cli.js";
import { postJson } from "../support/post-json.js";
import { type ServerProcess, startServer } from "../support/server-process.js";

describe("the scope of a command", () => {
  let server: ServerProcess;
  let folder: string;

  beforeAll(async () => {
    server = await startServer();
    folder = realpathSync(mkdtempSync(join(tmpdir(), "powercontext-checkout ü-")));
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await server.dispose();
  });

  async function textsIn(scope_id: string): Promise<readonly string[]> {
    const { entries } = (await postJson(server.url, "/v1/memory/entries/list", { scope_id })) as {
      entries: { text: string }[];
    };
    return entries.map(({ text }) => text);
  }

  it("is the folder's outside a checkout", async () => {
    await cliOf(server.url)(["remember", "of a folder"], { cwd: folder });
    const scope = `local:${createHash("sha256").update(folder).digest("hex")}`;
    await expect(textsIn(scope)).resolves.toEqual(["of a folder"]);
  });

  it("is the remote's in a checkout, as the hooks name it, and what a setting or --scope says before that", async () => {
    const cli = cliOf(server.url);
    const git = (...words: string[]) => execFileSync("git", words, { cwd: folder });
    git("init", "--quiet");
    git("remote", "add", "origin", "https://me:secret@GitHub.com/acme/Shop.git");

    await cli(["remember", "of the remote"], { cwd: folder });
    await expect(textsIn("git:github.com/acme/Shop")).resolves.toEqual(["of the remote"]);

    const env = { POWERCONTEXT_CLIENT_SCOPE_ID: " cli-chosen " };
    await cli(["remember", "of the setting"], { cwd: folder, env });
    await expect(textsIn("cli-chosen")).resolves.toEqual(["of the setting"]);

    await cli(["remember", "of the option", "--scope", "cli-option"], { cwd: folder, env });
    await expect(textsIn("cli-option")).resolves.toEqual(["of the option"]);
  });

  it("is found where git has to be asked, with the whole environment", async () => {
    const home = join(folder, "home");
    mkdirSync(home);
    writeFileSync(join(home, ".gitconfig"), '[remote "origin"]\n\turl = ssh://git@example.com:2222/team/notes.git\n');
    const checkout = join(folder, "asked");
    execFileSync("git", ["init", "--quiet", checkout]);
    writeFileSync(join(checkout, ".git/config"), "[include]\n\tpath = none\n");

    await cliOf(server.url)(["remember", "of an included file"], { cwd: checkout, env: { HOME: home } });
    await expect(textsIn("git:example.com:2222/team/notes")).resolves.toEqual(["of an included file"]);
  });

  it("is asked for when the checkout cannot be read", async () => {
    const checkout = join(folder, "unreadable");
    execFileSync("git", ["init", "--quiet", checkout]);
    rmSync(join(checkout, ".git/config"));
    mkdirSync(join(checkout, ".git/config"));
    const run = await cliOf(server.url)(["remember", "of nobody"], { cwd: checkout });
    expect(run).toMatchObject({ code: 1, stdout: "" });
    expect(run.stderr).toContain("Name the scope with --scope.");
    await cliOf(server.url)(["remember", "of somebody", "--scope", "named"], { cwd: checkout });
    await expect(textsIn("named")).resolves.toEqual(["of somebody"]);
  });

  it("is not taken from a .env that lies in the checkout, and neither is the server", async () => {
    writeFileSync(
      join(folder, ".env"),
      "POWERCONTEXT_CLIENT_SERVER_URL=http://127.0.0.1:9\nPOWERCONTEXT_CLIENT_SCOPE_ID=foreign\n",
    );
    await cliOf(server.url)(["remember", "beside a .env"], { cwd: folder });
    await expect(textsIn("git:github.com/acme/Shop")).resolves.toContain("beside a .env");
  });
});
