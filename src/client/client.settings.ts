/** Where the server is and how to ask it. */
export interface ClientOptions {
  /**
   * An http or https URL. A path prefix stays; a final `/` or `/mcp` is dropped; credentials, query and fragment are refused.
   * Default: `http://127.0.0.1:8000`.
   */
  readonly baseUrl?: string | URL | undefined;
  /** The bearer token: printable ASCII without spaces. Default: none is sent. */
  readonly token?: string | undefined;
  /**
   * How long a call may take from its start to the last byte of its answer, in milliseconds. Default: 10 000, and 60 000 for
   * `flushMemory`, `flushThrough` and `generateExperience`, which wait for a model.
   */
  readonly timeoutMs?: number | undefined;
  /** Sends the requests. Default: the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** What one call may say for itself. */
export interface CallOptions {
  /** Ends the call; it fails with the kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  /** Instead of the client's, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The request id, under which the server's log can be searched: 1 to 128 of `A-Z a-z 0-9 . _ -`, the first no sign. */
  readonly requestId?: string | undefined;
}

export interface ClientSettings {
  /** Without a final slash. */
  readonly baseUrl: string;
  readonly authorization: string | undefined;
  readonly timeoutMs: number | undefined;
  readonly fetch: typeof globalThis.fetch;
}

export const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u;
/** The longest wait a timer can be set to. */
const MAX_TIMEOUT_MS = 2 ** 31 - 1;

/** @throws TypeError that names the option and repeats nothing of it. */
export function parseClientOptions(options: ClientOptions): ClientSettings {
  checkObject(options);
  const { baseUrl = "http://127.0.0.1:8000", token, timeoutMs, fetch = globalThis.fetch } = options;
  if (token !== undefined && !matches(/^[\x21-\x7e]+$/u, token)) {
    throw new TypeError("token must be printable ASCII without spaces.");
  }
  if (!isFunction(fetch)) throw new TypeError("fetch must be a function.");
  checkTimeout(timeoutMs);
  const authorization = token === undefined ? undefined : `Bearer ${token}`;
  return { baseUrl: parseBaseUrl(baseUrl instanceof URL ? baseUrl.href : baseUrl), authorization, timeoutMs, fetch };
}

/** @throws TypeError likewise. */
export function checkCallOptions(options: CallOptions): void {
  checkObject(options);
  const { signal, timeoutMs, requestId } = options;
  if (signal !== undefined && !isAbortSignal(signal)) throw new TypeError("signal must be an AbortSignal.");
  checkTimeout(timeoutMs);
  if (requestId !== undefined && !matches(REQUEST_ID, requestId)) {
    throw new TypeError(
      "requestId must be 1 to 128 letters, digits, dots, dashes or underscores, and begin with a letter or digit.",
    );
  }
}

// The types forbid what is refused here; callers in JavaScript do not see them.

function checkObject(options: unknown): void {
  if (typeof options !== "object" || options === null) throw new TypeError("The options must be an object.");
}

function checkTimeout(timeoutMs: unknown): void {
  if (timeoutMs === undefined) return;
  if (typeof timeoutMs === "number" && timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS) return;
  throw new TypeError(`timeoutMs must be a number above 0 and at most ${MAX_TIMEOUT_MS}.`);
}

const matches = (pattern: RegExp, value: unknown): boolean => typeof value === "string" && pattern.test(value);

const isFunction = (value: unknown): boolean => typeof value === "function";

/** By what is used of it: one of another realm or library is an AbortSignal too. */
function isAbortSignal(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { aborted, addEventListener, removeEventListener } = value as Partial<AbortSignal>;
  return typeof aborted === "boolean" && isFunction(addEventListener) && isFunction(removeEventListener);
}

function parseBaseUrl(text: unknown): string {
  if (typeof text !== "string" || !URL.canParse(text))
    throw new TypeError("baseUrl must be a URL such as http://127.0.0.1:8000.");
  const url = new URL(text);
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new TypeError("baseUrl must begin with http or https.");
  if (url.username !== "" || url.password !== "") throw new TypeError("baseUrl must hold no credentials. Use token.");
  if (/[?#]/u.test(text)) throw new TypeError("baseUrl must have neither query nor fragment.");
  return (
    url.origin +
    url.pathname
      .replace(/\/+$/u, "")
      .replace(/\/mcp$/u, "")
      .replace(/\/+$/u, "")
  );
}
