import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";

/** Bodies of calls that take a while, and of one that writes. */
const CALLS = [
  ["/v1/context/prepare", { scope_id: "soak-standing-0", query: "Which day do we release on?" }],
  ["/v1/memory/search", { scope_id: "soak-standing-1", query: "release", mode: "auto" }],
  ["/v1/memory/remember", { scope_id: "soak-standing-2", kind: "fact", text: "Somebody left." }],
  ["/v1/memory/flush", { scope_id: "soak-standing-3" }],
  ["/mcp", { jsonrpc: "2.0", id: 1, method: "tools/list" }],
] as const;
/** How much of the request is sent: the line alone, half the body, all of it. */
const PARTS = [0.1, 0.9, 1];

/** Calls, and goes away before, while or after the server answers. */
export async function hangUp(url: string, round: number): Promise<void> {
  const [path, body] = CALLS[round % CALLS.length] ?? CALLS[0];
  const text = JSON.stringify(body);
  const head = [`POST ${path} HTTP/1.1`, "Host: localhost", "Content-Type: application/json"];
  const request = [...head, `Content-Length: ${String(Buffer.byteLength(text))}`, "", text].join("\r\n");
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port) });
  const gone = new Promise((resolve) => socket.once("close", resolve));
  socket.on("error", () => undefined);
  socket.write(request.slice(0, Math.ceil(request.length * (PARTS[round % PARTS.length] ?? 1))));
  await pause(round % 7);
  // Half of them say goodbye, half are cut off.
  if (round % 2 === 0) socket.destroy();
  else socket.resetAndDestroy();
  await gone;
}
