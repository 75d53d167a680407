import { isAbsolute, join } from "node:path";

import { StartError } from "../../kernel/start-error.js";
import { dataDirectory } from "./data-directory.js";
import { Environment, type Variables } from "./environment.js";
import { type Machine, thisMachine } from "./machine.js";

/** Where coding agents keep their user configuration on this machine, and where our files for them go. */
export class HostsConfig {
  /** Absolute. The data directory of the user: POWERCONTEXT_HOME, else where the platform keeps application data. */
  readonly dataDirectory: string;
  /** Absolute. CODEX_HOME, else `~/.codex`. */
  readonly codexDirectory: string;
  /** Absolute. CLAUDE_CONFIG_DIR, else `~/.claude`. */
  readonly claudeDirectory: string;
  /** Absolute. Claude Code's `.claude.json`: in CLAUDE_CONFIG_DIR when that is set, else in the home directory. */
  readonly claudeStateFile: string;
  /** What `~` stands for in a command of the user's. */
  readonly homeDirectory: string;
  /** The hooks' own variables, `POWERCONTEXT_CODEX_*` and `POWERCONTEXT_CLAUDE_*`, as a host started here would pass them on. */
  readonly hookVariables: Variables;

  constructor(values: HostsConfig) {
    this.dataDirectory = values.dataDirectory;
    this.codexDirectory = values.codexDirectory;
    this.claudeDirectory = values.claudeDirectory;
    this.claudeStateFile = values.claudeStateFile;
    this.homeDirectory = values.homeDirectory;
    this.hookVariables = values.hookVariables;
  }
}

/** @throws StartError when a host's folder is not absolute: it would be another one wherever the host is started. */
export function parseHostsConfig(variables: Variables = process.env, machine: Machine = thisMachine()): HostsConfig {
  const environment = new Environment(variables);
  const chosen = (name: string, fallback: string): string => {
    const folder = environment.shared(name) ?? fallback;
    if (isAbsolute(folder)) return folder;
    throw new StartError(`${name} is not an absolute path.`, "Set it to one that begins with /, or unset it.");
  };
  return new HostsConfig({
    dataDirectory: dataDirectory(environment, machine),
    codexDirectory: chosen("CODEX_HOME", join(machine.homeDirectory, ".codex")),
    claudeDirectory: chosen("CLAUDE_CONFIG_DIR", join(machine.homeDirectory, ".claude")),
    claudeStateFile: join(chosen("CLAUDE_CONFIG_DIR", machine.homeDirectory), ".claude.json"),
    homeDirectory: machine.homeDirectory,
    hookVariables: Object.fromEntries(
      Object.entries(variables).filter(([name]) => /^POWERCONTEXT_(?:CODEX|CLAUDE)_/.test(name)),
    ),
  });
}
