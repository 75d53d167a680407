import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type Host, HOSTS, removeHost, setUpHost } from "../../src/cli/hosts/index.js";
import { HostHome } from "../support/host-home.js";

const quiet = { print: false };

describe("a command of the user's that runs our hook", () => {
  let home: HostHome;
  beforeEach(async () => {
    home = await HostHome.make();
  });
  afterEach(() => home.delete());

  type Change = (command: string) => string;
  const CHANGES: readonly (readonly [string, Change])[] = [
    ["a variable in front", (command) => `POWERCONTEXT_CODEX_SCOPE_ID=mine ${command}`],
    ["a quoted variable in front", (command) => `POWERCONTEXT_CODEX_SCOPE_ID='mine' ${command}`],
    ["something behind it", (command) => `${command} 2>>/tmp/hook.log`],
    ["a wrapper", (command) => `nice ${command}`],
  ];

  async function change(host: Host, by: Change): Promise<void> {
    const [file] = home.configs(host);
    const config = JSON.parse(await readFile(file, "utf8"));
    const [handler] = config.hooks.UserPromptSubmit[0].hooks;
    handler.command = by(handler.command);
    await writeFile(file, JSON.stringify(config, undefined, 2));
  }

  it.each(HOSTS.flatMap((host) => CHANGES.map(([name, by]) => [host, name, by] as const)))(
    "is kept by setup of %s and stops uninstall, with its file and line: %s",
    async (host, _, by) => {
      await setUpHost(host, quiet, home.places);
      await change(host, by);
      const before = await home.snapshot();
      const [file] = home.configs(host);
      const line = (await readFile(file, "utf8")).split("\n").findIndex((each) => each.includes('"command":')) + 1;

      const lines = await setUpHost(host, quiet, home.places);
      expect(lines).toEqual([
        expect.stringContaining("already set up"),
        `${file}, line ${String(line)}: your own command for the hook is kept as it is`,
      ]);
      await expect(removeHost(host, quiet, home.places)).rejects.toThrow(`${file}, line ${String(line)}, still runs`);
      expect(await home.snapshot()).toEqual(before);
    },
  );

  it.each(["$HOME", "~", "${HOME}"])("is seen when the home folder is written %s", async (name) => {
    await setUpHost("codex", quiet, home.places);
    const inHome = home.plugin("codex").slice(home.path.length);
    await change("codex", () => `node ${name}${inHome}/hooks/powercontext-hook.mjs`);
    await expect(removeHost("codex", quiet, home.places)).rejects.toThrow("still runs the hook");
  });

  it("stops uninstall wherever in the config it stands, and nothing else does", async () => {
    const [hooks, config] = home.configs("codex");
    await setUpHost("codex", quiet, home.places);
    const toml = await readFile(config, "utf8");
    const notify = (path: string): string =>
      `# ${home.plugin("codex")}/\nnotify = ["node", ${JSON.stringify(path)}]\n\n${toml}`;
    await writeFile(config, notify(join(home.plugin("codex"), "hooks/x.mjs")));
    await expect(removeHost("codex", quiet, home.places)).rejects.toThrow(`${config}, line 2, still runs`);
    await writeFile(config, notify(`${home.plugin("codex")}-own/x.mjs`));
    expect(await removeHost("codex", quiet, home.places)).toContain(`${hooks}: the hook`);
  });

  it("takes out every copy of the command that setup wrote", async () => {
    const [file] = home.configs("codex");
    await setUpHost("codex", quiet, home.places);
    const config = JSON.parse(await readFile(file, "utf8")) as { hooks: { UserPromptSubmit: unknown[] } };
    config.hooks.UserPromptSubmit.push(...config.hooks.UserPromptSubmit);
    await writeFile(file, JSON.stringify(config));
    await removeHost("codex", quiet, home.places);
    expect(await readFile(file, "utf8").catch(() => "")).not.toContain("powercontext-hook");
  });
});
