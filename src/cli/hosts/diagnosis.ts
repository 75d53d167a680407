import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { type HostsConfig, parseHostsConfig } from "../../platform/config/hosts.config.js";
import { EXPECTED_TOOLS, type McpServer, missingTools, toolsProblem, visibleTools } from "../doctor/visible-tools.js";
import { failureReport } from "../failure.js";
import type { Finding } from "../finding.js";
import { namesPath, wordsOf } from "./hook-command.js";
import { HOST_TIMEOUT_SECONDS, type HookPlace, isSetupCommand } from "./hook-entry.js";
import { HOST_DEFINITIONS, type Host } from "./host.js";
import { PluginFolder } from "./plugin-folder.js";
import { recallFinding, type RecallProbe } from "./recall-finding.js";
import { type Registration, registrationOf } from "./registration.js";
import { DEFAULT_SERVER_URL, mcpUrlOf, parseServerUrl } from "./server-url.js";
import { withPlainRefusals } from "./system-refusal.js";

const OLDEST_NODE = 20;
const TOOLS_TIMEOUT_MS = 10_000;
const NODE_TIMEOUT_MS = 5_000;
const OWN_COMMAND = `the command is one of your own; see that its Node is of version ${String(OLDEST_NODE)} or newer`;

/** As long as the host waits. */
const HOOK_LIMIT_MS = HOST_TIMEOUT_SECONDS * 1_000;

/** Whether a host would run our hook and see our tools, from its config to a sentinel that comes back. */
export function diagnoseHost(
  host: Host,
  places: HostsConfig = parseHostsConfig(),
  hookLimitMs = HOOK_LIMIT_MS,
): Promise<readonly Finding[]> {
  return withPlainRefusals(() => allFindings(host, places, hookLimitMs));
}

async function allFindings(host: Host, places: HostsConfig, limitMs: number): Promise<readonly Finding[]> {
  const folder = new PluginFolder(host, places.dataDirectory);
  if (!(await folder.exists())) {
    return [
      { name: `${host} plugin`, status: "failed", detail: "not set up", fix: `Run \`powercontext setup ${host}\`.` },
    ];
  }
  const findings: Finding[] = [await pluginFinding(host, folder)];
  let registration: Registration;
  try {
    registration = await withPlainRefusals(() => registrationOf(host, places));
  } catch (error) {
    return [...findings, { name: `${host} config`, status: "failed", detail: failureReport(error).message }];
  }
  findings.push(hookFinding(host, registration, { hookPath: folder.hookPath, home: places.homeDirectory }));
  findings.push(...registration.obstacles.map((obstacle) => ({ name: `${host} settings`, ...obstacle })));
  findings.push(mcpFinding(host, registration, await folder.mcpUrl()));
  const [hook] = registration.hooks;
  if (hook !== undefined)
    findings.push(...(await runFindings(host, { command: hook.command, limitMs }, folder, places)));
  if (registration.mcpUrl !== undefined) {
    const authorization = places.hookVariables[`${HOST_DEFINITIONS[host].variablePrefix}AUTHORIZATION`];
    const server = { url: registration.mcpUrl, authorization, timeoutMs: TOOLS_TIMEOUT_MS };
    findings.push(await toolsFinding(host, server));
  }
  return findings;
}

async function pluginFinding(host: Host, folder: PluginFolder): Promise<Finding> {
  const name = `${host} plugin`;
  const stale = await folder.stale((await folder.mcpUrl()) ?? mcpUrlOf(DEFAULT_SERVER_URL));
  if (stale.length === 0) return { name, status: "ok", detail: `${folder.path} is of this version` };
  const detail = `${folder.path} differs from this version in ${stale.join(", ")}`;
  return { name, status: "warning", detail, fix: `Run \`powercontext setup ${host}\`: it refreshes the copy.` };
}

function hookFinding(host: Host, { hooks, hooksFile }: Registration, { hookPath, home }: HookPlace): Finding {
  const name = `${host} hook`;
  const [only] = hooks;
  if (hooks.length === 1 && only !== undefined) {
    if (namesPath(only.command, hookPath, home)) return { name, status: "ok", detail: `registered in ${hooksFile}` };
    const detail = `${hooksFile} runs another copy of the hook`;
    return { name, status: "warning", detail, fix: `Take that entry out and run \`powercontext setup ${host}\`.` };
  }
  if (hooks.length === 0) {
    const detail = `${hooksFile} does not name the hook`;
    return { name, status: "failed", detail, fix: `Run \`powercontext setup ${host}\`.` };
  }
  const detail = `${hooksFile} names the hook ${String(hooks.length)} times`;
  return { name, status: "warning", detail, fix: "Take the others out: each runs at every prompt." };
}

function mcpFinding(host: Host, { mcpUrl, mcpFile }: Registration, expected: string | undefined): Finding {
  const name = `${host} mcp`;
  const fix = `Run \`powercontext setup ${host}\`.`;
  if (mcpUrl === undefined) return { name, status: "failed", detail: `${mcpFile} does not name the MCP server`, fix };
  if (mcpUrl === expected) return { name, status: "ok", detail: `${mcpUrl}, registered in ${mcpFile}` };
  return { name, status: "warning", detail: `${mcpFile} names ${mcpUrl}, and the hook talks to another server`, fix };
}

async function runFindings(
  host: Host,
  { command, limitMs }: Pick<RecallProbe, "command" | "limitMs">,
  folder: PluginFolder,
  places: HostsConfig,
): Promise<readonly Finding[]> {
  const { variablePrefix } = HOST_DEFINITIONS[host];
  const node = await nodeFinding(host, command, folder.hookPath);
  if (node.status === "failed") return [node];
  const name = `${host} recall`;
  if (namesPath(command, folder.hookPath, places.homeDirectory) && !(await folder.hasHook())) {
    const fix = `Run \`powercontext setup ${host}\`: it puts the file back.`;
    return [node, { name, status: "failed", detail: `${folder.hookPath} is gone, and the command runs it`, fix }];
  }
  const own = host === "claude-code" ? places.hookVariables[`${variablePrefix}SERVER_URL`] : undefined;
  try {
    const serverUrl = parseServerUrl(own ?? (await folder.mcpUrl()) ?? DEFAULT_SERVER_URL);
    return [
      node,
      await recallFinding({ name, command, serverUrl, variablePrefix, variables: places.hookVariables, limitMs }),
    ];
  } catch (error) {
    return [node, { name, status: "failed", detail: failureReport(error).message, fix: `Run setup with --server.` }];
  }
}

async function nodeFinding(host: Host, command: string, hookPath: string): Promise<Finding> {
  const name = `${host} node`;
  const fix = `Run \`powercontext setup ${host}\` with a Node of version ${String(OLDEST_NODE)} or newer.`;
  const [node] = wordsOf(command) ?? [];
  // A command that a person has written is judged by how it runs.
  if (node === undefined || !isSetupCommand(command, hookPath)) return { name, status: "ok", detail: OWN_COMMAND };
  try {
    const { stdout } = await promisify(execFile)(node, ["--version"], { timeout: NODE_TIMEOUT_MS });
    const isNew = Number(/^v(\d+)\./.exec(stdout)?.[1] ?? 0) >= OLDEST_NODE;
    if (isNew) return { name, status: "ok", detail: `${node} is ${stdout.trim()}` };
    return { name, status: "failed", detail: `${node} is older than version ${String(OLDEST_NODE)}`, fix };
  } catch {
    return { name, status: "failed", detail: `${node} is gone or does not start`, fix };
  }
}

async function toolsFinding(host: Host, server: McpServer): Promise<Finding> {
  const name = `${host} tools`;
  const fix = "Start a server of this version with POWERCONTEXT_SERVER_MCP_ENABLED=true, and check the token.";
  try {
    const visible = await visibleTools(server);
    const absent = missingTools(visible);
    if (absent.length > 0) return { name, status: "failed", detail: `${server.url} lacks ${absent.join(", ")}`, fix };
    return { name, status: "ok", detail: `expected and visible: ${EXPECTED_TOOLS.join(", ")}` };
  } catch (error) {
    return { name, status: "failed", detail: `${server.url} ${toolsProblem(error)}`, fix };
  }
}
