import { realpath } from "node:fs/promises";
import { join } from "node:path";

import type { HostsConfig } from "../../platform/config/hosts.config.js";
import type { Finding } from "../finding.js";
import { claudeMcpUrl } from "./claude-mcp-entry.js";
import { codexConfig, codexMcpServer } from "./codex-mcp-entry.js";
import { missing, readConfigFile } from "./config-file.js";
import { registeredHooks, type RegisteredHook } from "./hook-entry.js";
import { claudeSettingsFile, codexConfigFile, codexHooksFile, type Host } from "./host.js";
import { jsonConfig } from "./json-entry.js";

/** What a host's own config says of us. */
export interface Registration {
  readonly hooksFile: string;
  readonly hooks: readonly RegisteredHook[];
  readonly mcpFile: string;
  readonly mcpUrl: string | undefined;
  /** Switches of the host that keep the hook from running, or make it run twice. */
  readonly obstacles: readonly Omit<Finding, "name">[];
}

/** @throws SetupRefusal when a config is malformed or cannot be read. */
export function registrationOf(host: Host, places: HostsConfig): Promise<Registration> {
  return host === "codex" ? ofCodex(places) : ofClaude(places);
}

async function ofCodex(places: HostsConfig): Promise<Registration> {
  const hooksFile = codexHooksFile(places);
  const mcpFile = codexConfigFile(places);
  const hooks = registeredHooks(hooksFile, (await readConfigFile(hooksFile)).text);
  const { text } = await readConfigFile(mcpFile);
  const server = codexMcpServer(mcpFile, text);
  const config = codexConfig(mcpFile, text) as CodexConfig;
  const obstacles: Omit<Finding, "name">[] = [];
  if ((config.features?.hooks ?? config.features?.codex_hooks) === false) {
    obstacles.push({
      status: "failed",
      detail: `${mcpFile} turns hooks off`,
      fix: "Set hooks = true under [features].",
    });
  }
  if (server?.enabled === false) {
    obstacles.push({
      status: "warning",
      detail: "the MCP server is disabled",
      fix: `Remove enabled = false from ${mcpFile}.`,
    });
  }
  if (twice(config.plugins, (plugin) => (plugin as { readonly enabled?: unknown } | null)?.enabled !== false)) {
    obstacles.push(TWICE);
  }
  const [hook] = hooks;
  if (hook !== undefined) obstacles.push(...(await trust(config, hooksFile, hook)));
  return { hooksFile, hooks, mcpFile, mcpUrl: server?.url, obstacles };
}

interface CodexConfig {
  readonly features?: { readonly hooks?: unknown; readonly codex_hooks?: unknown };
  readonly plugins?: Readonly<Record<string, unknown>>;
  readonly hooks?: {
    readonly state?: Readonly<Record<string, { readonly trusted_hash?: unknown; readonly enabled?: unknown }>>;
  };
}

/** Codex keeps its user's consent under the hook's place. Whether the hash still fits is Codex's secret. */
async function trust(config: CodexConfig, file: string, hook: RegisteredHook): Promise<Omit<Finding, "name">[]> {
  const real = await realpath(join(file, "..")).catch(missing);
  const paths = [file, ...(real === undefined ? [] : [join(real, "hooks.json")])];
  const states = paths.map(
    (path) => config.hooks?.state?.[`${path}:user_prompt_submit:${String(hook.group)}:${String(hook.handler)}`],
  );
  const state = states.find((found) => found !== undefined);
  if (state?.enabled === false) {
    return [{ status: "failed", detail: "the hook is disabled in Codex", fix: "Type /hooks in Codex and enable it." }];
  }
  if (typeof state?.trusted_hash === "string") return [];
  const detail = "Codex has not been told to trust the hook, and skips it until then";
  return [{ status: "warning", detail, fix: "Start Codex and trust the hook when it asks, or type /hooks." }];
}

async function ofClaude(places: HostsConfig): Promise<Registration> {
  const hooksFile = claudeSettingsFile(places);
  const mcpFile = places.claudeStateFile;
  const { text } = await readConfigFile(hooksFile);
  const settings = jsonConfig(hooksFile, text) as ClaudeSettings;
  const obstacles: Omit<Finding, "name">[] = [];
  if (settings.disableAllHooks === true) {
    obstacles.push({ status: "failed", detail: `${hooksFile} turns hooks off`, fix: "Remove disableAllHooks." });
  }
  if (twice(settings.enabledPlugins, (enabled) => enabled === true)) obstacles.push(TWICE);
  const mcpUrl = claudeMcpUrl(mcpFile, (await readConfigFile(mcpFile)).text);
  return { hooksFile, hooks: registeredHooks(hooksFile, text), mcpFile, mcpUrl, obstacles };
}

interface ClaudeSettings {
  readonly disableAllHooks?: unknown;
  readonly enabledPlugins?: Readonly<Record<string, unknown>>;
}

function twice(plugins: Readonly<Record<string, unknown>> | undefined, isOn: (plugin: unknown) => boolean): boolean {
  return Object.entries(plugins ?? {}).some(([name, plugin]) => name.startsWith("powercontext@") && isOn(plugin));
}

const TWICE = {
  status: "warning",
  detail: "PowerContext is installed as a plugin as well, and its hook runs twice",
  fix: "Disable the plugin in the host, or run `powercontext uninstall` for it.",
} as const;
