import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { type HostsConfig, parseHostsConfig } from "../../platform/config/hosts.config.js";
import { EXPECTED_TOOLS, type McpServer } from "../doctor/visible-tools.js";
import { failureReport } from "../failure.js";
import type { Finding } from "../finding.js";
import { wordsOf } from "./hook-command.js";
import { HOST_DEFINITIONS, type Host } from "./host.js";
import { PluginFolder } from "./plugin-folder.js";
import { recallFinding } from "./recall-finding.js";
import { type Registration, registrationOf } from "./registration.js";
import { DEFAULT_SERVER_URL, mcpUrlOf, parseServerUrl } from "./server-url.js";

const OLDEST_NODE = 20;
const TOOLS_TIMEOUT_MS = 10_000;
const NODE_TIMEOUT_MS = 5_000;

/** What the host half of doctor asks the outside with. */
export interface HostDiagnosis {
  /** The names of the tools at an MCP address. @throws Error when it cannot connect or list. */
  readonly visibleTools: (server: McpServer) => Promise<readonly string[]>;
}

/** Whether a host would run our hook and see our tools, from its config to a sentinel that comes back. */
export async function diagnoseHost(
  host: Host,
  { visibleTools }: HostDiagnosis,
  places: HostsConfig = parseHostsConfig(),
): Promise<readonly Finding[]> {
  const folder = new PluginFolder(host, places.dataDirectory);
  if (!(await folder.exists())) {
    return [
      { name: `${host} plugin`, status: "failed", detail: "not set up", fix: `Run \`powercontext setup ${host}\`.` },
    ];
  }
  const findings: Finding[] = [await pluginFinding(host, folder)];
  let registration: Registration;
  try {
    registration = await registrationOf(host, places);
  } catch (error) {
    return [...findings, { name: `${host} config`, status: "failed", detail: failureReport(error).message }];
  }
  findings.push(hookFinding(host, registration));
  findings.push(...registration.obstacles.map((obstacle) => ({ name: `${host} settings`, ...obstacle })));
  findings.push(mcpFinding(host, registration, await folder.mcpUrl()));
  const [hook] = registration.hooks;
  if (hook !== undefined) findings.push(...(await runFindings(host, hook.command, folder, places)));
  if (registration.mcpUrl !== undefined) {
    const authorization = places.hookVariables[`${HOST_DEFINITIONS[host].variablePrefix}AUTHORIZATION`];
    findings.push(
      await toolsFinding(host, { url: registration.mcpUrl, authorization, timeoutMs: TOOLS_TIMEOUT_MS }, visibleTools),
    );
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

function hookFinding(host: Host, { hooks, hooksFile }: Registration): Finding {
  const name = `${host} hook`;
  if (hooks.length === 1) return { name, status: "ok", detail: `registered in ${hooksFile}` };
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
  command: string,
  folder: PluginFolder,
  places: HostsConfig,
): Promise<readonly Finding[]> {
  const { variablePrefix } = HOST_DEFINITIONS[host];
  const node = await nodeFinding(host, command);
  if (node.status === "failed") return [node];
  const name = `${host} recall`;
  const own = host === "claude-code" ? places.hookVariables[`${variablePrefix}SERVER_URL`] : undefined;
  try {
    const serverUrl = parseServerUrl(own ?? (await folder.mcpUrl()) ?? DEFAULT_SERVER_URL);
    return [node, await recallFinding({ name, command, serverUrl, variablePrefix, variables: places.hookVariables })];
  } catch (error) {
    return [node, { name, status: "failed", detail: failureReport(error).message, fix: `Run setup with --server.` }];
  }
}

async function nodeFinding(host: Host, command: string): Promise<Finding> {
  const name = `${host} node`;
  const fix = `Run \`powercontext setup ${host}\` with a Node of version ${String(OLDEST_NODE)} or newer.`;
  const [node] = wordsOf(command) ?? [];
  // A command that a person has written is judged by how it runs.
  if (node === undefined) return { name, status: "warning", detail: "the command was not written by setup", fix };
  try {
    const { stdout } = await promisify(execFile)(node, ["--version"], { timeout: NODE_TIMEOUT_MS });
    const isNew = Number(/^v(\d+)\./.exec(stdout)?.[1] ?? 0) >= OLDEST_NODE;
    if (isNew) return { name, status: "ok", detail: `${node} is ${stdout.trim()}` };
    return { name, status: "failed", detail: `${node} is older than version ${String(OLDEST_NODE)}`, fix };
  } catch {
    return { name, status: "failed", detail: `${node} is gone or does not start`, fix };
  }
}

async function toolsFinding(
  host: Host,
  server: McpServer,
  visibleTools: HostDiagnosis["visibleTools"],
): Promise<Finding> {
  const name = `${host} tools`;
  const fix = "Start a server of this version with POWERCONTEXT_SERVER_MCP_ENABLED=true, and check the token.";
  try {
    const visible = await visibleTools(server);
    const absent = EXPECTED_TOOLS.filter((tool) => !visible.includes(tool));
    if (absent.length > 0) return { name, status: "failed", detail: `${server.url} lacks ${absent.join(", ")}`, fix };
    return { name, status: "ok", detail: `expected and visible: ${EXPECTED_TOOLS.join(", ")}` };
  } catch (error) {
    return { name, status: "failed", detail: `${server.url}: ${failureReport(error).message}`, fix };
  }
}
