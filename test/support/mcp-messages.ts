import type { Answer, TestApp } from "./app.js";

type Fields = Readonly<Record<string, unknown>>;

/** What clients of the protocol accept. */
export const ACCEPT = { accept: "application/json, text/event-stream" };

export const message = (method: string, params: Fields = {}, id: number | string = 1): Fields => ({
  jsonrpc: "2.0",
  id,
  method,
  params,
});

export const initialize = message("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "test", version: "1.0.0" },
});

export const call = (tool: string, args: unknown): Fields => message("tools/call", { name: tool, arguments: args });

/** Sends bytes or a message as it is, past any client. */
export function post(
  server: Pick<TestApp, "request">,
  body: unknown,
  { path = "/mcp", headers = {} }: { readonly path?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  return server.request("POST", path, body, { ...ACCEPT, ...headers });
}

export interface ToolRefusal {
  readonly error: { readonly code: string; readonly message: string; readonly details: unknown };
  readonly what_to_do: string;
  readonly request_id: string;
}

/** The refusal in the answer to a call. */
export function refusalIn({ status, body }: Answer): ToolRefusal {
  const { result } = body as { readonly result?: { readonly isError?: boolean; readonly content: [{ text: string }] } };
  if (status !== 200 || result?.isError !== true) throw new Error(`this is no refusal: ${JSON.stringify(body)}`);
  return JSON.parse(result.content[0].text) as ToolRefusal;
}
