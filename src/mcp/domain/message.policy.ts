/** A JSON object that nobody has looked into. */
type JsonObject = Readonly<Record<string, unknown>>;

/**
 * - `refused`  no message that this server answers; `id` is that of the request, where there is one
 * - `call`     of a tool; `envelope` is the message without the arguments
 * - `other`    everything else the protocol needs; `operation` is the word under which it is counted
 */
export type Message =
  | { readonly kind: "refused"; readonly code: RefusalCode; readonly problem: string; readonly id: MessageId | null }
  | { readonly kind: "call"; readonly tool: string; readonly arguments: unknown; readonly envelope: JsonObject }
  | { readonly kind: "other"; readonly operation: string; readonly envelope: JsonObject };

export type MessageId = string | number;

/** Of JSON-RPC: invalid request, method not found, invalid params. */
type RefusalCode = -32600 | -32601 | -32602;

/** The requests that are answered, and how they are counted. Notifications of any name are taken and forgotten. */
const OPERATIONS: Readonly<Record<string, string>> = {
  initialize: "initialize",
  "server/discover": "other",
  ping: "other",
  "tools/list": "tools/list",
};
const CALL = "tools/call";
/** What the library reads of a call. The arguments go past it. */
const NO_ARGUMENTS = {};

/** What a JSON value asks of this server. Repeats nothing of it but the id. */
export function readMessage(json: unknown, tools: ReadonlySet<string>): Message {
  if (Array.isArray(json)) return refused(-32600, "Send one message in a request: batches are not taken.");
  if (!isObject(json) || json["jsonrpc"] !== "2.0" || typeof json["method"] !== "string") {
    return refused(-32600, "Send a request or a notification of JSON-RPC 2.0.");
  }
  const { id, method } = json as { readonly id: unknown; readonly method: string };
  if (id === undefined) return { kind: "other", operation: "other", envelope: json };
  if (!isMessageId(id)) return refused(-32600, "The id of a request is a string or a number of the safe range.");
  return method === CALL ? readCall(json, id, tools) : readOther(json, id, method);
}

function readOther(json: JsonObject, id: MessageId, method: string): Message {
  const operation = Object.hasOwn(OPERATIONS, method) ? OPERATIONS[method] : undefined;
  if (operation !== undefined) return { kind: "other", operation, envelope: json };
  return refused(-32601, "The server has no such method. It offers tools and nothing else.", id);
}

function readCall(json: JsonObject, id: MessageId, tools: ReadonlySet<string>): Message {
  const { params } = json;
  const tool = isObject(params) ? params["name"] : undefined;
  if (!isObject(params) || typeof tool !== "string" || !tools.has(tool)) {
    return refused(-32602, "The server has no such tool. Ask for tools/list.", id);
  }
  const given = params["arguments"] === undefined ? NO_ARGUMENTS : params["arguments"];
  return {
    kind: "call",
    tool,
    arguments: given,
    envelope: { ...json, params: { ...params, arguments: NO_ARGUMENTS } },
  };
}

function refused(code: RefusalCode, problem: string, id: MessageId | null = null): Message {
  return { kind: "refused", code, problem, id };
}

/** One that an answer can repeat: a number beyond the safe range has become another when it was read. */
function isMessageId(id: unknown): id is MessageId {
  return typeof id === "string" || (typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER);
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
