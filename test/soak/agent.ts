import { ACCEPT, call } from "../support/mcp-messages.js";

/** Calls a tool as a host without a library would. @throws Error when it is refused */
export async function agentCall(url: string, tool: string, args: object): Promise<void> {
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", ...ACCEPT },
    body: JSON.stringify(call(tool, args)),
  });
  const text = await response.text();
  const { result } = JSON.parse(text) as { readonly result?: { readonly isError?: boolean } };
  if (result !== undefined && result.isError !== true) return;
  // As the statuses of HTTP say it.
  throw new Error(`${tool} was refused: ${text.includes("overloaded") ? '503 "overloaded"' : text}`);
}
