import type { IncomingMessage, RequestOptions } from "node:http";
import { Agent, request as requestHttp } from "node:http";
import { isIP } from "node:net";

import type { Deadline } from "../../src/checkout/deadline.js";
import { parseJson } from "../../src/checkout/text.policy.js";
import { resolverFor } from "./name-lookup.js";
import type { Settings } from "./settings.policy.js";
import { decodeUtf8 } from "./text.policy.js";

const MAX_RESPONSE_BYTES = 2 ** 20;

export type Reply =
  | { readonly kind: "answered"; readonly body: unknown }
  /** With another status than the one that was hoped for. */
  | { readonly kind: "refused"; readonly status: number }
  /** With that status, but not with JSON of a bearable length. */
  | { readonly kind: "unreadable" }
  /** Not at all, or not in time. */
  | { readonly kind: "unavailable" };

/** One server, asked by one turn. Follows no redirect, repeats nothing, uses no proxy. */
export class Server {
  private readonly common: RequestOptions;
  private readonly send: typeof requestHttp;

  private constructor(
    private readonly settings: Settings,
    private readonly userAgent: string,
    private readonly deadline: Deadline,
    transport: { readonly send: typeof requestHttp; readonly agent: Agent },
  ) {
    const { hostname } = new URL(settings.serverUrl);
    const lookup = isIP(hostname.replace(/^\[|\]$/g, "")) === 0 ? { lookup: resolverFor(hostname) } : {};
    this.send = transport.send;
    this.common = { method: "POST", agent: transport.agent, ...lookup };
  }

  static async at(settings: Settings, userAgent: string, deadline: Deadline): Promise<Server> {
    return new Server(settings, userAgent, deadline, await transportOf(settings.serverUrl));
  }

  /** Posts and waits for the whole answer, at most as long as a request may take and the turn still has. */
  post(path: string, body: object, expected: number): Promise<Reply> {
    const bytes = Buffer.from(JSON.stringify(body));
    const wait = Math.min(this.settings.requestTimeoutMs, this.deadline.remaining());
    if (wait <= 0) return Promise.resolve({ kind: "unavailable" });
    return new Promise((resolve) => {
      const request = this.send(this.settings.serverUrl + path, {
        ...this.common,
        headers: this.headers(bytes.length),
      });
      const finish = (reply: Reply): void => {
        clearTimeout(timer);
        resolve(reply);
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

  private headers(length: number): Record<string, string | number> {
    const { authorization } = this.settings;
    return {
      accept: "application/json",
      "content-type": "application/json",
      "content-length": length,
      "user-agent": this.userAgent,
      ...(authorization === undefined ? {} : { authorization }),
    };
  }
}

async function transportOf(url: string): Promise<{ readonly send: typeof requestHttp; readonly agent: Agent }> {
  const options = { keepAlive: true, maxSockets: 1 };
  if (!url.startsWith("https:")) return { send: requestHttp, agent: new Agent(options) };
  const https = await import("node:https");
  return { send: https.request, agent: new https.Agent(options) };
}

function readBody(response: IncomingMessage, finish: (reply: Reply) => void): void {
  const chunks: Buffer[] = [];
  let length = 0;
  response.on("data", (chunk: Buffer) => {
    length += chunk.length;
    if (length > MAX_RESPONSE_BYTES) finish({ kind: "unreadable" });
    else chunks.push(chunk);
  });
  response.on("error", () => {
    finish({ kind: "unavailable" });
  });
  response.on("end", () => {
    const body = parseJson(decodeUtf8(Buffer.concat(chunks)) ?? "");
    finish(body === undefined ? { kind: "unreadable" } : { kind: "answered", body });
  });
}

/** What answered does not speak HTTP. */
function isMalformed(error: Error): boolean {
  return "code" in error && String(error.code).startsWith("HPE_");
}
