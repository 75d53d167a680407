import { isFields, parseJson } from "../../src/checkout/text.policy.js";

const LOOPBACK: readonly string[] = ["127.0.0.1", "[::1]", "localhost"];

/**
 * The base that paths are appended to: without a final slash, a final `/mcp` cut off, a path prefix kept. Undefined for what
 * is no server: another scheme, credentials, a query, a fragment, plain http beyond this machine.
 */
export function parseServerUrl(given: string): string | undefined {
  const text = given.trim();
  if (/[\s\\?#]/.test(text) || /^[^/]*\/\/[^/]*@/.test(text) || !URL.canParse(text)) return undefined;
  const { protocol, hostname, origin, pathname } = new URL(text);
  if (protocol !== "https:" && !(protocol === "http:" && LOOPBACK.includes(hostname))) return undefined;
  return origin + withoutSlashes(withoutSlashes(pathname).replace(/\/mcp$/, ""));
}

/** The value of `url` in a host's MCP entry, whatever is around it; undefined unless there is exactly one. */
export function onlyUrlIn(json: string): string | undefined {
  const urls = urlsOf(parseJson(json));
  return urls.length === 1 ? urls[0] : undefined;
}

function urlsOf(value: unknown): readonly string[] {
  if (!isFields(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "url" && typeof inner === "string" ? [inner] : urlsOf(inner),
  );
}

function withoutSlashes(path: string): string {
  return path.replace(/\/+$/, "");
}
