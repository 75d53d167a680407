import { UsageError } from "../failure.js";

export const DEFAULT_SERVER_URL = "http://127.0.0.1:8000";

const LOOPBACK = new Set(["127.0.0.1", "[::1]", "localhost"]);

/**
 * The server's address as the hooks want it: no final slash, no final `/mcp`, a path in front of that stays.
 *
 * @throws UsageError that does not repeat the address, which may hold a password.
 */
export function parseServerUrl(text: string): string {
  const trimmed = text.trim();
  // URL would drop line breaks and tabs without a word.
  if (/[\s\\\p{Cc}]/u.test(trimmed) || !URL.canParse(trimmed)) {
    throw new UsageError(`The server URL is not a URL. Write it like ${DEFAULT_SERVER_URL}.`);
  }
  const url = new URL(trimmed);
  const problem = urlProblem(url, trimmed);
  if (problem !== undefined) throw new UsageError(`The server URL ${problem}.`);
  const path = url.pathname
    .replace(/\/+$/, "")
    .replace(/\/mcp$/, "")
    .replace(/\/+$/, "");
  return url.origin + path;
}

export function mcpUrlOf(serverUrl: string): string {
  return `${serverUrl}/mcp`;
}

function urlProblem(url: URL, text: string): string | undefined {
  if (url.protocol !== "http:" && url.protocol !== "https:") return "must begin with http:// or https://";
  if (url.username !== "" || url.password !== "" || text.includes("@")) {
    return "must not hold a user or a password: the token goes into the AUTHORIZATION variable of the host";
  }
  if (text.includes("?") || text.includes("#")) return "must not have a query or a fragment";
  if (url.protocol === "http:" && !LOOPBACK.has(url.hostname)) {
    return "must be https unless the server is on this machine (127.0.0.1, ::1, localhost)";
  }
  return undefined;
}
