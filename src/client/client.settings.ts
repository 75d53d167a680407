/** Where the server is and how to ask it. */
export interface ClientOptions {
  /**
   * An http or https URL. A path prefix stays; a final `/` or `/mcp` is dropped; credentials, query and fragment are refused.
   * Default: `http://127.0.0.1:8000`.
   */
  readonly baseUrl?: string | undefined;
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
  const { baseUrl = "http://127.0.0.1:8000", token, timeoutMs, fetch = globalThis.fetch } = options;
  if (token !== undefined && !/^[\x21-\x7e]+$/u.test(token)) {
    throw new TypeError("token must be printable ASCII without spaces.");
  }
  const authorization = token === undefined ? undefined : `Bearer ${token}`;
  return { baseUrl: parseBaseUrl(baseUrl), authorization, timeoutMs: checkedTimeout(timeoutMs), fetch };
}

/** @throws TypeError likewise. */
export function checkCallOptions({ timeoutMs, requestId }: CallOptions): void {
  checkedTimeout(timeoutMs);
  if (requestId !== undefined && !REQUEST_ID.test(requestId)) {
    throw new TypeError(
      "requestId must be 1 to 128 letters, digits, dots, dashes or underscores, and begin with a letter or digit.",
    );
  }
}

function checkedTimeout(timeoutMs: number | undefined): number | undefined {
  if (timeoutMs === undefined || (timeoutMs > 0 && timeoutMs <= MAX_TIMEOUT_MS)) return timeoutMs;
  throw new TypeError(`timeoutMs must be above 0 and at most ${MAX_TIMEOUT_MS}.`);
}

function parseBaseUrl(text: string): string {
  if (!URL.canParse(text)) throw new TypeError("baseUrl must be a URL such as http://127.0.0.1:8000.");
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
