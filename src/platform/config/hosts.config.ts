import { join, resolve } from "node:path";

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
  /** The hooks' own variables, `POWERCONTEXT_CODEX_*` and `POWERCONTEXT_CLAUDE_*`, as a host started here would pass them on. */
  readonly hookVariables: Variables;

  constructor(values: HostsConfig) {
    this.dataDirectory = values.dataDirectory;
    this.codexDirectory = values.codexDirectory;
    this.claudeDirectory = values.claudeDirectory;
    this.claudeStateFile = values.claudeStateFile;
    this.hookVariables = values.hookVariables;
  }
}

export function parseHostsConfig(variables: Variables = process.env, machine: Machine = thisMachine()): HostsConfig {
  const environment = new Environment(variables);
  const chosen = (name: string, fallback: string): string =>
    resolve(machine.workingDirectory, environment.shared(name) ?? fallback);
  const claudeHome = environment.shared("CLAUDE_CONFIG_DIR") ?? machine.homeDirectory;
  return new HostsConfig({
    dataDirectory: dataDirectory(environment, machine),
    codexDirectory: chosen("CODEX_HOME", join(machine.homeDirectory, ".codex")),
    claudeDirectory: chosen("CLAUDE_CONFIG_DIR", join(machine.homeDirectory, ".claude")),
    claudeStateFile: resolve(machine.workingDirectory, claudeHome, ".claude.json"),
    hookVariables: Object.fromEntries(
      Object.entries(variables).filter(([name]) => /^POWERCONTEXT_(?:CODEX|CLAUDE)_/.test(name)),
    ),
  });
}
