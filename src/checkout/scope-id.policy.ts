import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";

import { hasLoneSurrogate, isFields, lengthOf, parseJson } from "./text.policy.js";

const MAX_LENGTH = 256;
const BINDING_SCHEMA = "powercontext.codex-workspace.v1";
const URL_REMOTE =
  /^(?:https?|ssh|git):\/\/(?:[^/?#]*@)?(?<host>\[[^\]\s]+\]|[^:/?#@[\]\\\s]+)(?::(?<port>\d*))?(?<path>\/[^?#]*)?(?:[?#].*)?$/i;
/** Without the forms of others that look like it: `helper::address` and a port in brackets. */
const SCP_REMOTE = /^(?![^/@[]*::)(?:[^@/[\]\s]+@)?(?<host>\[[^\]/\s]+\]|[^:/@[\]\\\s]+):(?<path>.+)$/;
const HIGHEST_PORT = 65_535;

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** What a user chose, already trimmed. */
export function explicitScope(setting: string): string {
  return lengthOf(setting) <= MAX_LENGTH ? setting : `sha256:${sha256(setting)}`;
}

/** The scope that a file in the checkout's git directory binds it to; undefined when the file is malformed. */
export function boundScope(json: string): string | undefined {
  const binding = parseJson(json);
  if (!isFields(binding) || binding["schema"] !== BINDING_SCHEMA) return undefined;
  const scope = binding["scope_id"];
  if (typeof scope !== "string" || scope === "" || scope !== scope.trim()) return undefined;
  return lengthOf(scope) <= MAX_LENGTH && !hasLoneSurrogate(scope) ? scope : undefined;
}

/** The same for every checkout and every way to write the address; undefined when the remote is no address on a network. */
export function remoteScope(remote: string): string | undefined {
  const place = placeOf(remote.trim());
  if (place === undefined) return undefined;
  const scope = `git:${place}`;
  return lengthOf(scope) <= MAX_LENGTH ? scope : `git:sha256:${sha256(place)}`;
}

/** Of a folder that nothing better is known about. */
export function localScope(folder: string): string {
  return `local:${sha256(folder)}`;
}

function placeOf(remote: string): string | undefined {
  const parts = (remote.includes("://") ? URL_REMOTE : SCP_REMOTE).exec(remote)?.groups;
  if (parts === undefined) return undefined;
  const { host = "", path = "" } = parts;
  const port = Number(parts["port"] ?? "");
  if (port > HIGHEST_PORT || !isHost(host)) return undefined;
  return join(parts["port"] ? `${host}:${String(port)}` : host, path);
}

/** In brackets stands an address, never a name. */
function isHost(host: string): boolean {
  return !host.startsWith("[") || isIPv6(host.slice(1, -1));
}

function join(host: string, path: string): string | undefined {
  const segments = path.split(/[/\\]/).filter((segment) => segment !== "");
  const place = segments
    .join("/")
    .replace(/\.git$/, "")
    .replace(/\/$/, "");
  // An IPv6 address stands without its brackets, as in the scopes that older hooks have filled.
  return place === "" ? undefined : `${host.toLowerCase().replace(/^\[(.*)\]/, "$1")}/${place}`;
}
