export type JsonObject = Readonly<Record<string, unknown>>;
export type RequestId = string | number;

/** What the host may write on one line, as far as a proxy has to tell it apart. */
export type Incoming =
  | { readonly kind: "request"; readonly id: RequestId; readonly method: string; readonly message: JsonObject }
  | { readonly kind: "notification"; readonly method: string; readonly message: JsonObject }
  | { readonly kind: "response"; readonly message: JsonObject }
  | { readonly kind: "invalid"; readonly id: RequestId | null; readonly problem?: string };

export const PARSE_ERROR = -32_700;
export const INVALID_REQUEST = -32_600;
/** The server gave no answer that could be passed on. */
export const SERVER_ERROR = -32_000;

const LOST_ID = `The id is a number that not every JSON reader can hold: use integers up to ${Number.MAX_SAFE_INTEGER}, or strings.`;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function classify(message: unknown): Incoming {
  if (!isObject(message)) return { kind: "invalid", id: null };
  const { id, method } = message;
  if (message["jsonrpc"] !== "2.0") return { kind: "invalid", id: isRequestId(id) ? id : null };
  if (typeof method !== "string") {
    return "result" in message || "error" in message ? { kind: "response", message } : { kind: "invalid", id: null };
  }
  if (id === undefined) return { kind: "notification", method, message };
  if (isRequestId(id)) return { kind: "request", id, method, message };
  return typeof id === "number" ? { kind: "invalid", id: null, problem: LOST_ID } : { kind: "invalid", id: null };
}

export function errorReply(id: RequestId | null, code: number, message: string, data?: JsonObject): JsonObject {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** Whether this answers the request with that id. */
export function isReplyTo(id: RequestId, message: JsonObject): boolean {
  return message["jsonrpc"] === "2.0" && message["id"] === id && ("result" in message || isObject(message["error"]));
}

/** An integer that JavaScript has rounded would come back as another id, and fit no request of the host's. */
function isRequestId(value: unknown): value is RequestId {
  if (typeof value === "number") return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  return typeof value === "string";
}
