import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import type { Host } from "../../src/cli/hosts/index.js";
import { type HostsConfig, parseHostsConfig } from "../../src/platform/config/hosts.config.js";

/** A home folder of its own for setup, with a name that a careless shell command would break at. */
export class HostHome {
  readonly places: HostsConfig;

  private constructor(
    readonly path: string,
    private readonly root: string,
    variables: Readonly<Record<string, string>>,
  ) {
    this.places = this.placesWith(variables);
  }

  /** As setup and doctor see this home when they are started with these variables. */
  placesWith(variables: Readonly<Record<string, string>>): HostsConfig {
    return parseHostsConfig(variables, {
      platform: "linux",
      homeDirectory: this.path,
      workingDirectory: this.path,
      readTextFile: () => "",
    });
  }

  static async make(variables: Readonly<Record<string, string>> = {}): Promise<HostHome> {
    const root = await mkdtemp(join(tmpdir(), "host-home-"));
    const path = join(root, `it's "home" of $USER – ü`);
    await mkdir(path);
    return new HostHome(path, root, variables);
  }

  /** The file with the hook, then the file with the MCP server. */
  configs(host: Host): readonly [string, string] {
    const { codexDirectory, claudeDirectory, claudeStateFile } = this.places;
    return host === "codex"
      ? [join(codexDirectory, "hooks.json"), join(codexDirectory, "config.toml")]
      : [join(claudeDirectory, "settings.json"), claudeStateFile];
  }

  plugin(host: Host): string {
    return join(this.places.dataDirectory, "integrations", host);
  }

  async write(path: string, content: string | Buffer, mode = 0o644): Promise<void> {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
    await chmod(path, mode);
  }

  /** Every file below the home folder with its bytes and its mode. */
  async snapshot(): Promise<ReadonlyMap<string, string>> {
    const entries = await readdir(this.path, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name));
    const states = await Promise.all(
      files.sort().map(async (file): Promise<[string, string]> => {
        const mode = (await stat(file)).mode & 0o777;
        return [file.slice(this.path.length), `${mode.toString(8)} ${await readFile(file, "latin1")}`];
      }),
    );
    return new Map(states);
  }

  async delete(): Promise<void> {
    await rm(this.root, { recursive: true, force: true });
  }
}
