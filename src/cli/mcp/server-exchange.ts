import { eventData } from "./event-stream.js";
import { errorReply, isObject, isReplyTo, type JsonObject, type RequestId, SERVER_ERROR } from "./json-rpc.js";

const ENVELOPE_VERSION = "io.modelcontextprotocol/protocolVersion";
/** Answers as long as the host listens: the time of one answer does not end it. */
const STANDING = new Set(["subscriptions/listen"]);
const PLAIN_NAME = /^[\x21-\x7e]{1,128}$/u;

export interface ServerAddress {
  readonly url: string;
  readonly token: string | undefined;
  readonly timeoutMs: number;
}

/** A message for the server. `body` is what the host wrote. */
export interface Outgoing {
  readonly body: string;
  readonly message: JsonObject;
  readonly method: string | undefined;
}

/** The HTTP side of the proxy: one POST a message, none of them repeated. */
export class ServerExchange {
  private protocolVersion: string | undefined;

  constructor(
    private readonly server: ServerAddress,
    /** Takes what the server says beside its reply. */
    private readonly forward: (message: JsonObject) => void,
  ) {}

  /** Always resolves with exactly one reply to this id: the server's, or an error that says what to do. */
  async ask(id: RequestId, outgoing: Outgoing, cancelled: AbortSignal): Promise<JsonObject> {
    try {
      const response = await this.post(outgoing, cancelled);
      const reply = await this.replyIn(response, id);
      if (reply === undefined) return errorReply(id, SERVER_ERROR, unusable(response));
      if (outgoing.method === "initialize") this.remember(reply);
      return reply;
    } catch (error) {
      return errorReply(id, SERVER_ERROR, this.failure(error));
    }
  }

  /** A notification, or the host's answer. @throws Error with a sentence for the log when the server did not take it. */
  async tell(outgoing: Outgoing, cancelled: AbortSignal): Promise<void> {
    let response: Response;
    try {
      response = await this.post(outgoing, cancelled);
      await response.body?.cancel();
    } catch (error) {
      throw new Error(this.failure(error), { cause: error });
    }
    if (!response.ok) throw new Error(unusable(response));
  }

  private post({ body, message, method }: Outgoing, cancelled: AbortSignal): Promise<Response> {
    const standing = method !== undefined && STANDING.has(method);
    const signal = standing ? cancelled : AbortSignal.any([cancelled, AbortSignal.timeout(this.server.timeoutMs)]);
    return fetch(this.server.url, {
      method: "POST",
      headers: this.headers(message, method),
      body,
      redirect: "manual",
      signal,
    });
  }

  private headers(message: JsonObject, method: string | undefined): Record<string, string> {
    const { token } = this.server;
    return {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(this.protocolVersion === undefined ? {} : { "mcp-protocol-version": this.protocolVersion }),
      ...envelopeHeaders(message, method),
    };
  }

  private async replyIn(response: Response, id: RequestId): Promise<JsonObject | undefined> {
    const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
    if (type === "text/event-stream" && response.body !== null) return this.replyAmong(response.body, id);
    if (type !== "application/json") {
      await response.body?.cancel();
      return undefined;
    }
    const body = parsed(await response.text());
    if (!isObject(body)) return undefined;
    if (isReplyTo(id, body)) return body;
    return refusal(body, id, response.status);
  }

  private async replyAmong(stream: AsyncIterable<Uint8Array>, id: RequestId): Promise<JsonObject | undefined> {
    for await (const data of eventData(stream)) {
      const message = parsed(data);
      if (!isObject(message)) continue;
      if (isReplyTo(id, message)) return message;
      if (typeof message["method"] === "string") this.forward(message);
    }
    return undefined;
  }

  /** Which protocol the two have agreed on: each later message names it. */
  private remember(reply: JsonObject): void {
    const version = isObject(reply["result"]) ? reply["result"]["protocolVersion"] : undefined;
    if (typeof version === "string" && PLAIN_NAME.test(version)) this.protocolVersion = version;
  }

  private failure(error: unknown): string {
    const late = error instanceof DOMException && error.name === "TimeoutError";
    if (late) return `The PowerContext server did not answer in ${String(this.server.timeoutMs / 1_000)} s. ${AGAIN}`;
    return `The PowerContext server cannot be reached. ${START}`;
  }
}

const START = "Start it with `powercontext server run`, or look with `powercontext doctor`.";
const AGAIN = "Try again, or look with `powercontext doctor`.";

/** What the newer protocol repeats of a message in headers, so that the two can be compared on the way. */
function envelopeHeaders(message: JsonObject, method: string | undefined): Record<string, string> {
  const params = message["params"];
  if (method === undefined || !isObject(params) || !isObject(params["_meta"])) return {};
  const version = params["_meta"][ENVELOPE_VERSION];
  if (typeof version !== "string" || !PLAIN_NAME.test(version) || !PLAIN_NAME.test(method)) return {};
  const name = params["name"];
  const named = method === "tools/call" && typeof name === "string" ? { "mcp-name": headerText(name) } : {};
  return { "mcp-protocol-version": version, "mcp-method": method, ...named };
}

function headerText(text: string): string {
  return PLAIN_NAME.test(text) && !text.startsWith("=?") ? text : `=?base64?${Buffer.from(text).toString("base64")}?=`;
}

/** An error of the server that is no reply yet: its protocol error without this id, or the body every refusal over HTTP has. */
function refusal(body: JsonObject, id: RequestId, status: number): JsonObject | undefined {
  const error = body["error"];
  if (!isObject(error) || typeof error["message"] !== "string") return undefined;
  if (typeof error["code"] === "number") return { jsonrpc: "2.0", id, error };
  const hint = status === 401 ? " Set POWERCONTEXT_CLIENT_API_TOKEN to a token of this server." : "";
  return errorReply(id, SERVER_ERROR, error["message"] + hint, { code: error["code"], http_status: status });
}

function unusable({ status }: Response): string {
  return `What answered (HTTP status ${String(status)}) speaks no MCP. Check the address with \`powercontext doctor\`.`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
