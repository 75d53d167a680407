import { join } from "node:path";

import type { HostsConfig } from "../../platform/config/hosts.config.js";
import { claudeMcpEntry } from "./claude-mcp-entry.js";
import { codexMcpEntry } from "./codex-mcp-entry.js";
import type { ConfigEntry } from "./config-entry.js";
import { HOOK_FILE, shellCommand } from "./hook-command.js";
import { hookEntry, type HookPlace, SETUP_VARIABLE } from "./hook-entry.js";
import { mcpUrlOf } from "./server-url.js";

export const HOSTS = ["codex", "claude-code"] as const;

export type Host = (typeof HOSTS)[number];

/** What setup has to know of a host. */
export interface HostDefinition {
  /** Its name for people, which is also what its plugin folder is called. */
  readonly title: string;
  /** The first part of the hook's variables. */
  readonly variablePrefix: "POWERCONTEXT_CODEX_" | "POWERCONTEXT_CLAUDE_";
  /** What a person has to do after the first setup. */
  readonly afterSetup: string;
  readonly entries: (installation: Installation) => readonly ConfigEntry[];
}

interface Installation {
  readonly places: HostsConfig;
  /** The copied plugin folder. */
  readonly folder: string;
  /** Without `/mcp`. */
  readonly serverUrl: string;
  /** Absolute: hosts start hooks with a PATH that often lacks the one of a version manager. */
  readonly node: string;
}

export const HOST_DEFINITIONS: Readonly<Record<Host, HostDefinition>> = {
  codex: {
    title: "Codex",
    variablePrefix: "POWERCONTEXT_CODEX_",
    afterSetup:
      "Start Codex again. It asks once whether you trust the new hook (or type /hooks): until then it does not run.",
    entries: ({ places, folder, serverUrl, node }) => [
      hookEntry(codexHooksFile(places), hookPlace(folder, places), shellCommand([node, join(folder, HOOK_FILE)])),
      codexMcpEntry(codexConfigFile(places), mcpUrlOf(serverUrl)),
    ],
  },
  "claude-code": {
    title: "Claude Code",
    variablePrefix: "POWERCONTEXT_CLAUDE_",
    afterSetup: "Start Claude Code again.",
    entries: ({ places, folder, serverUrl, node }) => [
      hookEntry(
        claudeSettingsFile(places),
        hookPlace(folder, places),
        // The fallback of POWERCONTEXT_CLAUDE_SERVER_URL, which the user may set and which wins.
        shellCommand([node, join(folder, HOOK_FILE)], { [SETUP_VARIABLE]: serverUrl }),
      ),
      claudeMcpEntry(places.claudeStateFile, mcpUrlOf(serverUrl)),
    ],
  },
};

const hookPlace = (folder: string, { homeDirectory }: HostsConfig): HookPlace => ({
  hookPath: join(folder, HOOK_FILE),
  home: homeDirectory,
});

export function codexHooksFile(places: HostsConfig): string {
  return join(places.codexDirectory, "hooks.json");
}

export function codexConfigFile(places: HostsConfig): string {
  return join(places.codexDirectory, "config.toml");
}

export function claudeSettingsFile(places: HostsConfig): string {
  return join(places.claudeDirectory, "settings.json");
}
