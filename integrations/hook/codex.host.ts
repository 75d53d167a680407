import { textOf } from "../../src/checkout/small-file.js";
import type { Host } from "./host.js";
import { onlyUrlIn } from "./server-url.policy.js";

const MAX_ENTRY_BYTES = 2 ** 16;

/** @param mcpFile the plugin's MCP entry, so that tools and hook talk to the same server. */
export function codex(mcpFile: URL): Host {
  return {
    origin: "codex",
    component: "powercontext.codex.recall",
    prefix: "POWERCONTEXT_CODEX_",
    promptFields: ["prompt"],
    sessionFields: ["session_id", "conversation_id", "thread_id"],
    turnFields: ["turn_id", "request_id"],
    turnMetadata: "turn_id",
    serverUrl: () => onlyUrlIn(textOf(mcpFile, MAX_ENTRY_BYTES) ?? ""),
  };
}
