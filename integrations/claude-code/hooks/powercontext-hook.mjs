// Generated from integrations/hook by npm run integrations:build

// integrations/hook/text.policy.ts
import { isUtf8 } from "node:buffer";

// src/checkout/text.policy.ts
function lengthOf(text) {
  let length = 0;
  for (let index = 0; index < text.length; length++) index += (text.codePointAt(index) ?? 0) > 65535 ? 2 : 1;
  return length;
}
function hasLoneSurrogate(text) {
  return new RegExp("\\p{Surrogate}", "u").test(text);
}
function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return void 0;
  }
}
function isFields(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

// integrations/hook/text.policy.ts
var isBlank = (text) => text.trim() === "";
function headAndTail(text, limit) {
  if (text.length <= limit || lengthOf(text) <= limit) return text;
  const points = Array.from(text);
  return points.slice(0, limit / 2).join("") + points.slice(-limit / 2).join("");
}
function decodeUtf8(bytes) {
  return isUtf8(bytes) ? bytes.toString("utf8") : void 0;
}

// integrations/hook/claude-code.host.ts
var DEFAULT_SERVER_URL = "http://127.0.0.1:8000";
var claudeCode = {
  origin: "claude-code",
  component: "powercontext.claude_code.recall",
  prefix: "POWERCONTEXT_CLAUDE_",
  promptFields: ["prompt", "user_prompt"],
  sessionFields: ["session_id"],
  turnFields: ["prompt_id", "request_id"],
  turnMetadata: "prompt_id",
  captureOption: "CLAUDE_PLUGIN_OPTION_CAPTURE_PROMPTS",
  serverUrl: (environment) => [environment["POWERCONTEXT_CLAUDE_SERVER_URL"], environment["CLAUDE_PLUGIN_OPTION_SERVER_URL"]].find(
    (value) => value !== void 0 && !isBlank(value)
  ) ?? DEFAULT_SERVER_URL
};

// src/checkout/deadline.ts
function deadlineAt(budgetMs) {
  return { remaining: () => Math.max(0, budgetMs - performance.now()) };
}

// src/checkout/scope.ts
import { join as join3 } from "node:path";

// src/checkout/checkout.ts
import { realpathSync, statSync as statSync2 } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

// src/checkout/scope-unknown.ts
var ScopeUnknown = class extends Error {
  constructor() {
    super(...arguments);
    this.name = "ScopeUnknown";
  }
};

// src/checkout/small-file.ts
import { closeSync, constants, fstatSync, openSync, readSync, statSync } from "node:fs";
var ABSENT = { kind: "absent" };
var UNUSABLE = { kind: "unusable" };
function readSmall(path, maxBytes) {
  try {
    if (!statSync(path).isFile()) return UNUSABLE;
    const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return fstatSync(file).isFile() ? readOpen(file, maxBytes) : UNUSABLE;
    } finally {
      closeSync(file);
    }
  } catch (error) {
    return isMissing(error) ? ABSENT : UNUSABLE;
  }
}
function textOf(path, maxBytes) {
  const file = readSmall(path, maxBytes);
  return file.kind === "read" ? file.text : void 0;
}
function isMissing(error) {
  const { code } = error;
  return code === "ENOENT" || code === "ENOTDIR";
}
function readOpen(file, maxBytes) {
  const bytes = Buffer.allocUnsafe(maxBytes + 1);
  let length = 0;
  for (let read = -1; read !== 0 && length <= maxBytes; length += read) {
    read = readSync(file, bytes, length, bytes.length - length, null);
  }
  return length > maxBytes ? UNUSABLE : { kind: "read", text: bytes.toString("utf8", 0, length) };
}

// src/checkout/checkout.ts
var MAX_LINK_BYTES = 2 ** 20;
var MOVES = /^GIT_(?:DIR|WORK_TREE|COMMON_DIR|OBJECT_DIRECTORY|CEILING_DIRECTORIES|DISCOVERY_.*|CONFIG.*)$/;
function discover(folder, environment) {
  if (Object.keys(environment).some((name) => MOVES.test(name))) return { kind: "unclear", checkout: void 0 };
  const device = stat(folder)?.dev;
  for (let at = folder; device !== void 0 && stat(at)?.dev === device; at = dirname(at)) {
    if (stat(join(at, ".git")) !== void 0) return checkoutAt(at);
    if (isFile(join(at, "HEAD"))) return { kind: "unclear", checkout: void 0 };
    if (at === dirname(at)) break;
  }
  return { kind: "none" };
}
function realPath(path) {
  const absolute = resolve(path);
  try {
    return realpathSync(absolute);
  } catch (error) {
    const parent = dirname(absolute);
    if (parent === absolute || !isMissing(error)) throw error;
    return join(realPath(parent), basename(absolute));
  }
}
function checkoutAt(top) {
  const entry = join(top, ".git");
  const gitDir = isFile(entry) ? linked(top, /^gitdir: (.*?)[\r\n]*$/s.exec(linkIn(entry) ?? "")?.[1]) : entry;
  if (gitDir === void 0) return { kind: "unclear", checkout: void 0 };
  const checkout = { top, gitDir };
  if (!isFile(join(gitDir, "HEAD"))) return { kind: "unclear", checkout };
  const commonDir = linked(gitDir, linkIn(join(gitDir, "commondir"))?.replace(/[\r\n]+$/, "")) ?? gitDir;
  const whole = ["objects", "refs"].every((name) => stat(join(commonDir, name)) !== void 0);
  return whole && [top, entry, gitDir].every(isOurs) ? { kind: "found", checkout, top, commonDir } : { kind: "unclear", checkout };
}
function linkIn(path) {
  const file = readSmall(path, MAX_LINK_BYTES);
  if (file.kind === "unusable") throw new ScopeUnknown();
  return file.kind === "read" ? file.text : void 0;
}
function linked(from, to) {
  return to === void 0 || to === "" ? void 0 : resolve(from, to);
}
function stat(path) {
  try {
    return statSync2(path);
  } catch {
    return void 0;
  }
}
var isFile = (path) => stat(path)?.isFile() ?? false;
function isOurs(path) {
  const owner = stat(path)?.uid;
  return process.getuid === void 0 || owner === process.getuid();
}

// src/checkout/git.ts
var TIMEOUT_MS = 2e3;
var UNREADABLE = /unable to access|error occurred while reading the configuration/;
async function askGit(folder, environment, deadline) {
  const { execFile } = await import("node:child_process");
  const ask = (...words) => new Promise((resolve2, reject) => {
    const timeout = Math.max(1, Math.min(TIMEOUT_MS, deadline.remaining()));
    const options = { cwd: folder, env: { ...environment, LC_ALL: "C" }, timeout, killSignal: "SIGKILL" };
    execFile("git", words, options, (error, stdout, stderr) => {
      const isMissing2 = error?.code === "ENOENT" || error?.code === "EACCES";
      const hasAnswered = error === null || typeof error.code === "number";
      if (!(isMissing2 || hasAnswered) || UNREADABLE.test(stderr)) reject(new ScopeUnknown());
      const text = error === null ? stdout.trim() : "";
      resolve2({ isMissing: isMissing2, text: text === "" ? void 0 : text });
    });
  });
  const [gitDir, top, remote] = await Promise.all([
    ask("rev-parse", "--absolute-git-dir"),
    ask("rev-parse", "--show-toplevel"),
    ask("config", "--get", "remote.origin.url")
  ]);
  if (gitDir.isMissing) return void 0;
  const checkout = gitDir.text === void 0 ? void 0 : { top: top.text, gitDir: gitDir.text };
  return { checkout, remote: remote.text };
}

// src/checkout/git-config.policy.ts
var NOTHING = /^\s*(?:[#;].*)?$/;
var SECTION = /^\s*\[([a-z0-9-]+)(?: "([^"\\]*)")?\]\s*$/i;
var VALUE = /^\s*([a-z][a-z0-9-]*)\s*=\s*([^"\\#;]*?)\s*$/i;
function parsePlainConfig(config) {
  let section = "";
  let originUrl;
  for (const text of config.split(/\r?\n/)) {
    const line = parseLine(text);
    if (line.kind === "section") section = line.name;
    if (line.kind === "unclear" || leadsElsewhere(section, line)) return void 0;
    if (line.kind === "value" && section === "remote.origin" && line.key === "url") originUrl = line.value;
  }
  return { originUrl };
}
function parseLine(text) {
  if (NOTHING.test(text)) return { kind: "nothing" };
  const [header, name, subsection] = SECTION.exec(text) ?? [];
  if (header !== void 0) return { kind: "section", name: sectionName(name, subsection) };
  const [, key, value] = VALUE.exec(text) ?? [];
  return key === void 0 || value === void 0 ? { kind: "unclear" } : { kind: "value", key: key.toLowerCase(), value };
}
function sectionName(name = "", subsection) {
  return name.toLowerCase() + (subsection === void 0 ? "" : `.${subsection}`);
}
function leadsElsewhere(section, line) {
  if (/^include(?:if)?(?:\.|$)/.test(section)) return true;
  if (line.kind !== "value") return false;
  const name = `${section}.${line.key}`;
  return name === "extensions.worktreeconfig" || name === "core.worktree" || name === "core.bare" && line.value !== "false";
}

// src/checkout/scope-id.policy.ts
import { createHash } from "node:crypto";
import { isIPv6 } from "node:net";
var MAX_LENGTH = 256;
var BINDING_SCHEMA = "powercontext.codex-workspace.v1";
var URL_REMOTE = /^(?:https?|ssh|git):\/\/(?:[^/?#]*@)?(?<host>\[[^\]\s]+\]|[^:/?#@[\]\\\s]+)(?::(?<port>\d*))?(?<path>\/[^?#]*)?(?:[?#].*)?$/i;
var SCP_REMOTE = /^(?![^/@[]*::)(?:[^@/[\]\s]+@)?(?<host>\[[^\]/\s]+\]|[^:/@[\]\\\s]+):(?<path>.+)$/;
var HIGHEST_PORT = 65535;
function sha256(text) {
  return createHash("sha256").update(text).digest("hex");
}
function explicitScope(setting) {
  return lengthOf(setting) <= MAX_LENGTH ? setting : `sha256:${sha256(setting)}`;
}
function boundScope(json) {
  const binding = parseJson(json);
  if (!isFields(binding) || binding["schema"] !== BINDING_SCHEMA) return void 0;
  const scope = binding["scope_id"];
  if (typeof scope !== "string" || scope === "" || scope !== scope.trim()) return void 0;
  return lengthOf(scope) <= MAX_LENGTH && !hasLoneSurrogate(scope) ? scope : void 0;
}
function remoteScope(remote) {
  const place = placeOf(remote.trim());
  if (place === void 0) return void 0;
  const scope = `git:${place}`;
  return lengthOf(scope) <= MAX_LENGTH ? scope : `git:sha256:${sha256(place)}`;
}
function localScope(folder) {
  return `local:${sha256(folder)}`;
}
function placeOf(remote) {
  const parts = (remote.includes("://") ? URL_REMOTE : SCP_REMOTE).exec(remote)?.groups;
  if (parts === void 0) return void 0;
  const { host = "", path = "" } = parts;
  const port = Number(parts["port"] ?? "");
  if (port > HIGHEST_PORT || !isHost(host)) return void 0;
  return join2(parts["port"] ? `${host}:${String(port)}` : host, path);
}
function isHost(host) {
  return !host.startsWith("[") || isIPv6(host.slice(1, -1));
}
function join2(host, path) {
  const segments = path.split(/[/\\]/).filter((segment) => segment !== "");
  const place = segments.join("/").replace(/\.git$/, "").replace(/\/$/, "");
  return place === "" ? void 0 : `${host.toLowerCase().replace(/^\[(.*)\]/, "$1")}/${place}`;
}

// src/checkout/scope.ts
var MAX_BINDING_BYTES = 2 ** 16;
var MAX_CONFIG_BYTES = 2 ** 20;
async function scopeOf(cwd, setting, environment, deadline) {
  if (setting !== void 0) return explicitScope(setting);
  const folder = realPath(cwd);
  const found = discover(folder, environment);
  if (found.kind === "none") return localScope(folder);
  const plain = plainScope(found);
  if (plain !== void 0) return plain;
  const asked = await askGit(folder, environment, deadline);
  const { checkout, remote } = asked ?? { checkout: found.checkout, remote: void 0 };
  return boundTo(checkout) ?? remoteScope(remote ?? "") ?? localScope(realPath(checkout?.top ?? folder));
}
function plainScope(found) {
  if (found.kind !== "found") return void 0;
  const bound = boundTo(found.checkout);
  if (bound !== void 0) return bound;
  const file = readSmall(join3(found.commonDir, "config"), MAX_CONFIG_BYTES);
  if (file.kind === "unusable") throw new ScopeUnknown();
  const config = file.kind === "read" ? parsePlainConfig(file.text) : void 0;
  return config === void 0 ? void 0 : remoteScope(config.originUrl ?? "") ?? localScope(found.top);
}
function boundTo(checkout) {
  if (checkout === void 0) return void 0;
  const binding = textOf(join3(checkout.gitDir, "powercontext", "codex-workspace.json"), MAX_BINDING_BYTES);
  return binding === void 0 ? void 0 : boundScope(binding);
}

// integrations/hook/capture.ts
var MAX_CONTENT = 2e5;
async function capture(host, server, scope, turn) {
  if (lengthOf(turn.prompt) > MAX_CONTENT) return void 0;
  const reply = await server.post("/v1/sources/content", sourceOf(host, scope, turn), 202);
  if (reply.kind !== "answered" || !isFields(reply.body)) return void 0;
  const { status, position } = reply.body;
  return status === "accepted" && isCount(position) && position >= 1 ? position : void 0;
}
async function flushThrough(server, scope, position, maxCalls) {
  for (let call = 0; call < maxCalls; call++) {
    const reply = await server.post("/v1/memory/flush", { scope_id: scope }, 200);
    if (reply.kind !== "answered" || !isFields(reply.body)) return;
    const { status, current_cursor: cursor } = reply.body;
    if (status !== "processed" || !isCount(cursor) || cursor >= position) return;
  }
}
function sourceOf({ origin, turnMetadata }, scope, turn) {
  const { prompt, cwd, sessionId, turnId } = turn;
  const identity = [scope, sessionId ?? "", turnId ?? "", prompt].join("\0");
  const metadata = {
    origin,
    event: "user_prompt_submit",
    cwd,
    ...sessionId === void 0 ? {} : { session_id: sessionId },
    ...turnId === void 0 ? {} : { [turnMetadata]: turnId }
  };
  return { scope_id: scope, source_id: `${origin}-user-prompt:${sha256(identity)}`, content: prompt, metadata };
}
function isCount(value) {
  return Number.isSafeInteger(value);
}

// integrations/hook/input.ts
var CLOSING_BRACE = 125;
function readEvent(stream, waitMs) {
  return new Promise((resolve2) => {
    const chunks = [];
    const finish = (event) => {
      clearTimeout(timer);
      stream.off("data", take);
      chunks.length = 0;
      stream.resume();
      resolve2(event);
    };
    const take = (chunk) => {
      chunks.push(chunk);
      const event = endsObject(chunk) ? objectIn(chunks) : void 0;
      if (event !== void 0) finish(event);
    };
    const timer = setTimeout(finish, waitMs, void 0);
    stream.on("data", take);
    stream.on("error", () => {
      finish(void 0);
    });
    stream.on("end", () => {
      finish(objectIn(chunks));
    });
  });
}
function endsObject(chunk) {
  return chunk.at(chunk.findLastIndex((byte) => byte > 32)) === CLOSING_BRACE;
}
function objectIn(chunks) {
  const event = parseJson(decodeUtf8(Buffer.concat(chunks)) ?? "");
  return isFields(event) ? event : void 0;
}

// integrations/hook/prepared-context.policy.ts
var MAX_BYTES = 8e3;
var SCHEMA = "powercontext.prepared-context.v1";
var FIELDS = ["content", "content_bytes", "schema", "status"];
function parsePreparedContext(body) {
  if (!isFields(body) || Object.keys(body).sort().join() !== FIELDS.join()) return void 0;
  const { schema, status, content, content_bytes: bytes } = body;
  if (schema !== SCHEMA) return void 0;
  if (status === "empty") return content === null && bytes === 0 ? { status } : void 0;
  return status === "ready" && isPack(content, bytes) ? { status, content } : void 0;
}
function isPack(content, bytes) {
  if (typeof content !== "string" || isBlank(content) || hasLoneSurrogate(content)) return false;
  const length = Buffer.byteLength(content);
  return bytes === length && length <= MAX_BYTES;
}

// integrations/hook/recall.ts
var MAX_QUERY = 8192;
async function recall(server, scope, prompt) {
  const query = queryOf(prompt);
  return recallOf(await server.post("/v1/context/prepare", { scope_id: scope, query, max_bytes: MAX_BYTES }, 200));
}
function queryOf(prompt) {
  const query = headAndTail(prompt, MAX_QUERY);
  return isBlank(query) ? headAndTail(prompt.trim(), MAX_QUERY) : query;
}
function recallOf(reply) {
  const prepared = reply.kind === "answered" ? parsePreparedContext(reply.body) : void 0;
  if (prepared?.status === "ready") return { kind: "ready", content: prepared.content };
  return { kind: "nothing", diagnostic: prepared === void 0 ? failureOf(reply) : EMPTY };
}
var EMPTY = { outcome: "empty", http_status: 200, context_status: "empty", content_bytes: 0 };
function failureOf(reply) {
  if (reply.kind === "unavailable") return { outcome: "server_unavailable" };
  if (reply.kind !== "refused") return { outcome: "invalid_response" };
  return { outcome: OUTCOMES[reply.status] ?? "invalid_response", http_status: reply.status };
}
var OUTCOMES = {
  401: "authentication_failed",
  404: "version_mismatch",
  503: "server_unavailable"
};

// integrations/hook/server.ts
import { Agent, request as requestHttp } from "node:http";
import { isIP } from "node:net";

// integrations/hook/name-lookup.ts
var LOCALHOST = [
  { address: "127.0.0.1", family: 4 },
  { address: "::1", family: 6 }
];
var LOOK_UP = `require("dns").lookup(process.argv[1], { all: true }, (error, found) => console.log(JSON.stringify(error ? [] : found)))`;
function resolverFor(hostname) {
  const found = hostname === "localhost" ? Promise.resolve(LOCALHOST) : lookUp(hostname);
  return (_name, { all }, answer) => {
    void found.then((addresses) => {
      const [first] = addresses;
      const missing = first === void 0 ? new Error("the name is unknown") : null;
      if (all === true) answer(missing, [...addresses]);
      else answer(missing, first?.address ?? "", first?.family);
    });
  };
}
async function lookUp(hostname) {
  const { execFile } = await import("node:child_process");
  return new Promise((resolve2) => {
    const child = execFile(process.execPath, ["-e", LOOK_UP, "--", hostname], (error, stdout) => {
      process.off("exit", end);
      resolve2(error === null ? JSON.parse(stdout) : []);
    });
    const end = () => void child.kill("SIGKILL");
    process.once("exit", end);
  });
}

// integrations/hook/server.ts
var MAX_RESPONSE_BYTES = 2 ** 20;
var Server = class _Server {
  constructor(settings, userAgent, deadline, transport) {
    this.settings = settings;
    this.userAgent = userAgent;
    this.deadline = deadline;
    const { hostname } = new URL(settings.serverUrl);
    const lookup = isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { lookup: resolverFor(hostname) } : {};
    this.send = transport.send;
    this.common = { method: "POST", agent: transport.agent, ...lookup };
  }
  static async at(settings, userAgent, deadline) {
    return new _Server(settings, userAgent, deadline, await transportOf(settings.serverUrl));
  }
  /** Posts and waits for the whole answer, at most as long as a request may take and the turn still has. */
  post(path, body, expected) {
    const bytes = Buffer.from(JSON.stringify(body));
    const wait = Math.min(this.settings.requestTimeoutMs, this.deadline.remaining());
    if (wait <= 0) return Promise.resolve({ kind: "unavailable" });
    return new Promise((resolve2) => {
      const request = this.send(this.settings.serverUrl + path, {
        ...this.common,
        headers: this.headers(bytes.length)
      });
      const finish = (reply) => {
        clearTimeout(timer);
        resolve2(reply);
        if (reply.kind !== "answered") request.destroy();
      };
      const timer = setTimeout(finish, wait, { kind: "unavailable" });
      request.on("error", (error) => {
        finish(isMalformed(error) ? { kind: "unreadable" } : { kind: "unavailable" });
      });
      request.on("response", (response) => {
        if (response.statusCode === expected) readBody(response, finish);
        else finish({ kind: "refused", status: response.statusCode ?? 0 });
      });
      request.end(bytes);
    });
  }
  headers(length) {
    const { authorization } = this.settings;
    return {
      accept: "application/json",
      "content-type": "application/json",
      "content-length": length,
      "user-agent": this.userAgent,
      ...authorization === void 0 ? {} : { authorization }
    };
  }
};
async function transportOf(url) {
  const options = { keepAlive: true, maxSockets: 1 };
  if (!url.startsWith("https:")) return { send: requestHttp, agent: new Agent(options) };
  const https = await import("node:https");
  return { send: https.request, agent: new https.Agent(options) };
}
function readBody(response, finish) {
  const chunks = [];
  let length = 0;
  response.on("data", (chunk) => {
    length += chunk.length;
    if (length > MAX_RESPONSE_BYTES) finish({ kind: "unreadable" });
    else chunks.push(chunk);
  });
  response.on("error", () => {
    finish({ kind: "unavailable" });
  });
  response.on("end", () => {
    const body = parseJson(decodeUtf8(Buffer.concat(chunks)) ?? "");
    finish(body === void 0 ? { kind: "unreadable" } : { kind: "answered", body });
  });
}
function isMalformed(error) {
  return "code" in error && String(error.code).startsWith("HPE_");
}

// integrations/hook/server-url.policy.ts
var LOOPBACK = ["127.0.0.1", "[::1]", "localhost"];
function parseServerUrl(given2) {
  const text = given2.trim();
  if (/[\s\\?#]/.test(text) || /^[^/]*\/\/[^/]*@/.test(text) || !URL.canParse(text)) return void 0;
  const { protocol, hostname, origin, pathname } = new URL(text);
  if (protocol !== "https:" && !(protocol === "http:" && LOOPBACK.includes(hostname))) return void 0;
  return origin + withoutSlashes(withoutSlashes(pathname).replace(/\/mcp$/, ""));
}
function withoutSlashes(path) {
  return path.replace(/\/+$/, "");
}

// integrations/hook/settings.policy.ts
var DEFAULT_BUDGET_MS = 4e3;
var DEFAULT_REQUEST_TIMEOUT_MS = 1e3;
var DEFAULT_FLUSH_CALLS = 4;
var MOST_FLUSH_CALLS = 16;
var LONGEST_MS = 2 ** 31 - 1;
function parseSettings(host, environment) {
  try {
    return settingsOf(host, environment);
  } catch {
    return void 0;
  }
}
function settingsOf(host, environment) {
  const own = (name) => environment[host.prefix + name];
  return {
    serverUrl: required(parseServerUrl(required(host.serverUrl(environment)))),
    authorization: authorizationOf(own("AUTHORIZATION")),
    scopeId: given(own("SCOPE_ID"))?.trim(),
    capturePrompts: truthOf(own("CAPTURE_PROMPTS") ?? given(environment[host.captureOption ?? ""]), true),
    flushOnCapture: truthOf(own("FLUSH_ON_CAPTURE"), false),
    flushMaxCalls: countOf(own("FLUSH_MAX_CALLS"), DEFAULT_FLUSH_CALLS),
    requestTimeoutMs: millisecondsOf(own("REQUEST_TIMEOUT_SECONDS"), DEFAULT_REQUEST_TIMEOUT_MS),
    budgetMs: millisecondsOf(own("HTTP_BUDGET_SECONDS"), DEFAULT_BUDGET_MS)
  };
}
function given(value) {
  return value === void 0 || isBlank(value) ? void 0 : value;
}
function authorizationOf(value) {
  return given(value) === void 0 ? void 0 : required(/^bearer [\x21-\x7e]+$/i.exec(value ?? "")?.[0]);
}
function truthOf(value, unset) {
  if (value === void 0) return unset;
  const word = value.trim().toLowerCase();
  if (["1", "true", "yes", "on"].includes(word)) return true;
  if (["0", "false", "no", "off"].includes(word)) return false;
  throw new InvalidSetting();
}
function countOf(value, unset) {
  if (value === void 0) return unset;
  const count = Number(required(/^\d+$/.exec(value.trim())?.[0]));
  if (count < 1 || count > MOST_FLUSH_CALLS) throw new InvalidSetting();
  return count;
}
function millisecondsOf(value, unset) {
  if (value === void 0) return unset;
  const seconds = Number(required(/^(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.exec(value.trim())?.[0]));
  if (!(seconds > 0 && Number.isFinite(seconds))) throw new InvalidSetting();
  return Math.min(seconds * 1e3, LONGEST_MS);
}
function required(value) {
  if (value === void 0) throw new InvalidSetting();
  return value;
}
var InvalidSetting = class extends Error {
};

// integrations/hook/turn.policy.ts
function parseEvent(host, event) {
  if (event === void 0 || !isPromptSubmit(event["hook_event_name"])) return { kind: "other" };
  const prompt = firstText(event, host.promptFields);
  const cwd = event["cwd"];
  if (prompt === void 0 || typeof cwd !== "string" || hasLoneSurrogate(cwd)) return { kind: "unusable" };
  const sessionId = firstText(event, host.sessionFields)?.trim();
  const turnId = firstText(event, host.turnFields)?.trim();
  return { kind: "turn", turn: { prompt, cwd, sessionId, turnId } };
}
function isPromptSubmit(name) {
  return typeof name === "string" && name.replaceAll("_", "").toLowerCase() === "userpromptsubmit";
}
function firstText(event, names) {
  const text = names.map((name) => event[name]).find((value) => typeof value === "string" && !isBlank(value));
  return text === void 0 || hasLoneSurrogate(text) ? void 0 : text;
}

// integrations/hook/run.ts
var LEAST_INPUT_MS = 100;
async function runHook(host) {
  const end = () => process.exit(0);
  process.on("uncaughtException", end);
  process.removeAllListeners("warning");
  try {
    await serve(host);
  } finally {
    end();
  }
}
async function serve(host) {
  const settings = parseSettings(host, process.env);
  const deadline = deadlineAt(settings?.budgetMs ?? DEFAULT_BUDGET_MS);
  const event = parseEvent(host, await readEvent(process.stdin, Math.max(LEAST_INPUT_MS, deadline.remaining() / 2)));
  if (event.kind === "other") return;
  if (event.kind === "unusable" || settings === void 0) return tell(host, { outcome: "skipped" });
  await takeTurn(host, settings, event.turn, deadline);
}
async function takeTurn(host, settings, turn, deadline) {
  const scope = await scopeOf(turn.cwd, settings.scopeId, process.env, deadline).catch(() => void 0);
  if (scope === void 0) return tell(host, { outcome: "skipped" });
  const server = await Server.at(settings, `powercontext-${host.origin}-hook`, deadline);
  const recalled = await recall(server, scope, turn.prompt);
  if (recalled.kind === "ready") await inject(recalled.content);
  else await tell(host, recalled.diagnostic);
  if (!settings.capturePrompts) return;
  const position = await capture(host, server, scope, turn);
  if (position === void 0 || !settings.flushOnCapture) return;
  await flushThrough(server, scope, position, settings.flushMaxCalls);
}
function inject(content) {
  const output = { hookEventName: "UserPromptSubmit", additionalContext: content };
  return write(process.stdout, { hookSpecificOutput: output });
}
function tell({ component }, diagnostic) {
  return write(process.stderr, { component, event: "context_prepare", ...diagnostic });
}
function write(stream, line) {
  return new Promise((resolve2) => {
    stream.on("error", resolve2);
    stream.write(`${JSON.stringify(line)}
`, () => {
      resolve2();
    });
  });
}

// integrations/hook/claude-code.hook.ts
await runHook(claudeCode);
