import type { ConfigEntry } from "./config-entry.js";
import { jsonConfig, jsonEntry } from "./json-entry.js";

/** The whole header value comes from the hook's variable. Unset, the header is empty: a server without a token ignores it. */
const AUTHORIZATION = "${POWERCONTEXT_CLAUDE_AUTHORIZATION:-}";
const NAME = "powercontext";

/** The MCP server in Claude Code's user scope, which is the file `.claude.json`. */
export function claudeMcpEntry(file: string, url: string): ConfigEntry {
  const written = { type: "http", url, headers: { Authorization: AUTHORIZATION } };
  return jsonEntry({
    what: "MCP server",
    file,
    container: ["mcpServers"],
    key: NAME,
    value: written,
    find: (config) => {
      const server = serverIn(config);
      if (server === undefined) return { kind: "nothing" };
      if (server?.headers?.["Authorization"] !== AUTHORIZATION) {
        const problem = `${file} already has an MCP server named ${NAME}; rename or remove it and run setup again.`;
        return { kind: "foreign", problem };
      }
      const path = ["mcpServers", NAME];
      return { kind: "ours", path, written, decided: [{ path: [...path, "url"], value: url }] };
    },
  });
}

/** @throws SetupRefusal when the text is malformed. */
export function claudeMcpUrl(file: string, text: string): string | undefined {
  const url = serverIn(jsonConfig(file, text))?.url;
  return typeof url === "string" ? url : undefined;
}

interface Server {
  readonly url?: unknown;
  readonly headers?: Readonly<Record<string, unknown>>;
}

function serverIn(config: unknown): Server | null | undefined {
  return (config as { readonly mcpServers?: Readonly<Record<string, Server | null>> | null }).mcpServers?.[NAME];
}
