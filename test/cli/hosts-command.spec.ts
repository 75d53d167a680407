import { execFile } from "node:child_process";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { parse as parseJsonc } from "jsonc-parser";

import { type Host, HOSTS, setUpHost } from "../../src/cli/hosts/index.js";
import { HostHome } from "../support/host-home.js";

/** In the place of the hook: what it was started with. */
const ECHO = `console.log(JSON.stringify({
  argv: process.argv.slice(1), node: process.execPath, url: process.env.CLAUDE_PLUGIN_OPTION_SERVER_URL }));`;

describe("the command that setup registers", () => {
  let home: HostHome;
  beforeEach(async () => {
    home = await HostHome.make();
  });
  afterEach(() => home.delete());

  it.each(HOSTS)(
    "starts %s's hook from a folder with quotes, spaces and dollars, with a bare environment",
    async (host) => {
      await setUpHost(host, { server: "https://memory.example/it's%20$HOME", print: false }, home.places);
      const hook = join(home.plugin(host), "hooks/powercontext-hook.mjs");
      await writeFile(hook, ECHO);
      const command = await registered(home, host);
      for (const shell of ["-c", "-lc"]) {
        const env = { PATH: "/usr/bin:/bin" };
        const { stdout, stderr } = await promisify(execFile)("/bin/sh", [shell, command], { env, cwd: "/" });
        expect(stderr).toBe("");
        expect(JSON.parse(stdout)).toEqual({
          argv: [hook],
          node: process.execPath,
          ...(host === "claude-code" ? { url: "https://memory.example/it's%20$HOME" } : {}),
        });
      }
    },
  );
});

async function registered(home: HostHome, host: Host): Promise<string> {
  const config = parseJsonc(await readFile(home.configs(host)[0], "utf8")) as {
    hooks: { UserPromptSubmit: { hooks: { command: string }[] }[] };
  };
  return config.hooks.UserPromptSubmit[0]!.hooks[0]!.command;
}
