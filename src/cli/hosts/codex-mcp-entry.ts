import { isDeepStrictEqual } from "node:util";

import { parse } from "smol-toml";

import { type ConfigEntry, type ConfigText, type Edit, lineEnd, type Splice, undone } from "./config-entry.js";
import { SetupRefusal } from "./setup-refusal.js";

const NAME = "powercontext";
/** Codex leaves the header out when the variable is unset. */
const HEADERS = { Authorization: "POWERCONTEXT_CODEX_AUTHORIZATION" };
/** Stands above the table and not below it too: what Codex adds at the end of the file would land above a last comment. */
const MARK = "# Written by `powercontext setup codex`; `powercontext uninstall codex` takes this table out.";
const OWN_HEADER = /^[ \t]*\[[ \t]*mcp_servers[ \t]*\.[ \t]*(?:powercontext|"powercontext"|'powercontext')[ \t]*[.\]]/;
const URL_LINE = /^([ \t]*url[ \t]*=[ \t]*)("(?:[^"\\]|\\.)*"|'[^']*')/;

type Table = Record<string, unknown>;

/** The MCP server in Codex's config.toml. Every edit is checked by parsing: the user's data before and after are equal. */
export function codexMcpEntry(file: string, url: string): ConfigEntry {
  return {
    what: "MCP server",
    file,
    install: (text) => install(file, url, text),
    remove: (text, splice) => remove(file, text, splice),
    additions: (text) => additions(file, text),
    texts: linesWithoutComments,
  };
}

/** @throws SetupRefusal when the text is not TOML. */
export function codexConfig(file: string, text: string): Table {
  try {
    return parseToml(text);
  } catch {
    throw new SetupRefusal(`${file} is not valid TOML; correct it and run the command again.`);
  }
}

/** @throws SetupRefusal when the text is not TOML. */
export function codexMcpServer(
  file: string,
  text: string,
): { readonly url: string; readonly enabled: boolean } | undefined {
  const server = serverIn(codexConfig(file, text));
  return typeof server?.["url"] === "string" ? { url: server["url"], enabled: server["enabled"] !== false } : undefined;
}

function install(file: string, url: string, text: string): Edit {
  const config = codexConfig(file, text);
  if (Array.isArray(config["mcp_servers"] ?? {}) || typeof (config["mcp_servers"] ?? {}) !== "object") {
    throw new SetupRefusal(`${file}: mcp_servers is not a table; write each server as [mcp_servers.<name>].`);
  }
  const server = serverIn(config);
  if (server !== undefined && !isOurs(server)) {
    throw new SetupRefusal(
      `${file} has its own [mcp_servers.${NAME}]; rename or remove that table and run setup again.`,
    );
  }
  if (server === undefined) return appended(file, url, text);
  if (server["url"] === url) return { text, exchanged: [] };
  return withUrl(file, url, text);
}

function appended(file: string, url: string, text: string): Edit {
  const end = lineEnd(text);
  const table = [MARK, `[mcp_servers.${NAME}]`, `url = ${JSON.stringify(url)}`, headersLine()].join(end);
  // A file without a final line break gets none from us, so that taking the table out needs no memory.
  const after = text === "" ? table + end : text.endsWith("\n") ? end + table + end : end + end + table;
  if (!keepsAllButServer(text, text + after, url)) {
    throw new SetupRefusal(`${file} writes mcp_servers in one line; write its servers as tables and run setup again.`);
  }
  return { text: text + after, splice: { before: "", after }, exchanged: [] };
}

function withUrl(file: string, url: string, text: string): Edit {
  const lines = linesOf(text);
  const at = ownLines(lines).find((index) => URL_LINE.test(lines[index] ?? ""));
  const [, name = "", before = ""] = URL_LINE.exec(at === undefined ? "" : (lines[at] ?? "")) ?? [];
  const after = JSON.stringify(url);
  const edited = lines.map((line, index) => (index === at ? name + after + line.slice((name + before).length) : line));
  if (!keepsAllButServer(text, edited.join(""), url)) throw byHand(file);
  return { text: edited.join(""), exchanged: [{ before, after }] };
}

function additions(file: string, text: string): readonly string[] {
  const server = serverIn(codexConfig(file, text));
  if (server === undefined || !isOurs(server)) return [];
  const headers = Object.keys(server["env_http_headers"] as Table).filter((name) => !(name in HEADERS));
  return [...Object.keys(server).filter((name) => name !== "url" && name !== "env_http_headers"), ...headers];
}

function linesWithoutComments(text: string): readonly ConfigText[] {
  return text
    .split("\n")
    .map((line, index) => ({ text: line, line: index + 1 }))
    .filter((line) => !/^\s*#/.test(line.text));
}

function remove(file: string, text: string, splice: Splice | undefined): string {
  const server = serverIn(codexConfig(file, text));
  if (server === undefined || !isOurs(server)) return text;
  const candidates = [undone(text, splice) ?? text, withoutTable(text)];
  const found = candidates.find((candidate) => keepsAllButServer(text, candidate, undefined));
  if (found === undefined) throw byHand(file);
  return found;
}

/** Without our table, its sub-tables and the mark above; comments that lead to the next table stay. */
function withoutTable(text: string): string {
  const lines = linesOf(text);
  const own = new Set(ownLines(lines));
  return lines.filter((line, index) => !own.has(index) && !(line.trimEnd() === MARK && own.has(index + 1))).join("");
}

/** Each with its end. */
function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

/** The indexes of the lines of our table and its sub-tables, without blank lines and comments at the end of each. */
function ownLines(lines: readonly string[]): readonly number[] {
  const own: number[] = [];
  let pending: number[] = [];
  let inside = false;
  for (const [index, line] of lines.entries()) {
    if (/^[ \t]*\[/.test(line)) {
      inside = OWN_HEADER.test(line);
      pending = [];
    }
    if (!inside) continue;
    pending.push(index);
    if (!/^\s*(?:#|$)/.test(line)) own.push(...pending.splice(0));
  }
  return own;
}

/** Whether both texts hold the same data of the user's, and the second our server with that URL, or without one no server. */
function keepsAllButServer(before: string, after: string, url: string | undefined): boolean {
  try {
    const config = parseToml(after);
    return (
      serverIn(config)?.["url"] === url && isDeepStrictEqual(withoutServer(config), withoutServer(parseToml(before)))
    );
  } catch {
    return false;
  }
}

/** No servers and an empty table of servers are the same to Codex. */
function withoutServer(config: Table): readonly unknown[] {
  const { mcp_servers: servers, ...others } = config;
  return [others, Object.entries(servers ?? {}).filter(([name]) => name !== NAME)];
}

function parseToml(text: string): Table {
  return parse(text, { integersAsBigInt: "asNeeded" });
}

function isOurs(server: Table): boolean {
  return (server["env_http_headers"] as Table | undefined)?.["Authorization"] === HEADERS.Authorization;
}

function serverIn(config: Table): Table | undefined {
  return (config["mcp_servers"] as Table | undefined)?.[NAME] as Table | undefined;
}

function headersLine(): string {
  return `env_http_headers = { Authorization = ${JSON.stringify(HEADERS.Authorization)} }`;
}

function byHand(file: string): SetupRefusal {
  return new SetupRefusal(
    `${file} holds [mcp_servers.${NAME}] in a form that setup does not write; edit that table by hand.`,
  );
}
