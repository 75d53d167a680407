import { randomBytes } from "node:crypto";

import type { PowerContextClient } from "../../client/index.js";
import { CommandError } from "../failure.js";
import type { Finding } from "../finding.js";
import { attempt, milliseconds } from "./server-findings.js";
import { EXPECTED_TOOLS, type McpServer, missingTools, toolsProblem, visibleTools } from "./visible-tools.js";

/** Remembers a sentinel in a scope that nobody else has, and sees it come back as an agent would get it. */
export function roundTripFinding(client: PowerContextClient): Promise<Finding> {
  return attempt("round trip", async () => {
    const scope_id = `powercontext-doctor:${randomBytes(16).toString("hex")}`;
    const sentinel = `doctor-sentinel-${randomBytes(8).toString("hex")}`;
    const started = performance.now();
    const { memory, entry } = await client.rememberMemory({ scope_id, kind: "working_note", text: sentinel });
    const pack = await client.prepareContext({ scope_id, query: sentinel });
    const took = milliseconds(started);
    if (entry !== null)
      await client.retireMemoryEntry({ scope_id, citation: { ...entry.citation, memory_ref: memory } });
    if (pack.content?.includes(sentinel) !== true)
      throw new CommandError("sentinel_lost", "what was remembered did not come back");
    return `remembered, recalled and retired again; remember and prepare took ${took}`;
  });
}

/** Whether an agent at this address sees the tools it should, and no others. */
export async function toolsFinding(server: McpServer): Promise<Finding> {
  const finding = await attempt("mcp tools", async () => {
    const started = performance.now();
    const visible = await visibleTools(server).catch((error: unknown) => {
      throw new CommandError("tools_unseen", toolsProblem(error));
    });
    const missing = missingTools(visible);
    const foreign = visible.filter((name) => !EXPECTED_TOOLS.some((expected) => expected === name));
    if (missing.length > 0) throw new CommandError("tools_missing", `lacks ${missing.join(", ")}`);
    if (foreign.length > 0) throw new CommandError("tools_foreign", `has others too: ${foreign.join(", ")}`);
    return `${visible.length} of ${EXPECTED_TOOLS.length} expected: ${visible.join(", ")} (${milliseconds(started)})`;
  });
  return finding.status === "failed"
    ? { ...finding, detail: `${server.url} ${finding.detail}`, fix: TOOLS_FIX }
    : finding;
}

const TOOLS_FIX =
  "Start a server of this version with POWERCONTEXT_SERVER_MCP_ENABLED=true and MCP_PATH=/mcp, and check POWERCONTEXT_CLIENT_API_TOKEN.";
