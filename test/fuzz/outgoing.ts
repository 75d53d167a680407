import { componentOf, type Json, operation } from "../support/contract.js";
import { altered as alteredBody } from "./alterations.js";
import { damaged } from "./damages.js";
import { filled, isForeign } from "./filling.js";
import { type Headers, headersOf } from "./headers.js";
import { jsonText } from "./json-text.js";
import type { OperationPlan, Plan, ToolPlan } from "./plan.js";
import { isMcp, operationAt } from "./routes.js";
import type { World } from "./world.js";

/**
 * What an answer is held against.
 *
 * - `operation`  what the contract says of it; `altered` when the request was made wrong on purpose, `foreign` when it names
 *                something of another scope
 * - `mcp`        the protocol, and for a tool what the contract says of its operation
 * - `nowhere`    the refusal of a path or method that the contract does not have
 * - `bytes`      the refusal of what is no HTTP, or the answer to what after all is
 */
type Target =
  | { readonly kind: "operation"; readonly id: string; readonly altered: boolean; readonly foreign: boolean }
  | { readonly kind: "mcp" }
  | { readonly kind: "nowhere" }
  | { readonly kind: "bytes" };

/** A request as it goes over the wire. */
export interface Outgoing {
  readonly target: Target;
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
  readonly body: Buffer | undefined;
}

const MCP = { target: { kind: "mcp" }, method: "POST", path: "/mcp" } as const;

export function outgoing(plan: Plan, world: World): Outgoing {
  switch (plan.kind) {
    case "operation":
      return operationCall(plan, world);
    case "tool":
      return toolCall(plan, world);
    case "message": {
      const body = encoded(plan.message, undefined, plan);
      return { ...MCP, headers: headersOf(plan.headers), body };
    }
    case "route": {
      const { method, path, headers } = plan;
      const found = operationAt(method, path);
      const target = found === undefined ? ({ kind: "nowhere" } as const) : operationTarget(found.id, true, false);
      return {
        target: isMcp(method, path) ? { kind: "mcp" } : target,
        method,
        path,
        headers: headersOf(headers),
        body: undefined,
      };
    }
    case "raw":
      return { target: { kind: "bytes" }, method: "", path: "", headers: {}, body: Buffer.from(plan.bytes, "latin1") };
  }
}

/** The scope that a body names; undefined when it cannot be read. */
export function scopeOf(body: Buffer | undefined): unknown {
  const json = readJson(body) as Json | null | undefined;
  const call = json?.["params"] as Json | null | undefined;
  return json?.["scope_id"] ?? (call?.["arguments"] as Json | null | undefined)?.["scope_id"];
}

/** What the strictest reader makes of it; undefined when it refuses. */
export function readJson(body: Buffer | undefined): unknown {
  if (body === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body)) as unknown;
  } catch {
    return undefined;
  }
}

function operationCall(plan: OperationPlan, world: World): Outgoing {
  const { method, path, request } = operation(plan.operation);
  const isAltered = plan.alteration !== undefined || plan.damage !== undefined || plan.headers !== "plain";
  const headers = headersOf(plan.headers);
  const body = request && encoded(filled(plan.body, plan.picks, world), request.schema, plan);
  const target = operationTarget(plan.operation, isAltered, isForeign(plan.picks));
  return { target, method: method.toUpperCase(), path: path + plan.suffix, headers, body };
}

function toolCall(plan: ToolPlan, world: World): Outgoing {
  const { request } = operation(plan.tool);
  const given = filled(plan.arguments, plan.picks, world);
  // Half of the alterations are of the message, half of the arguments.
  const alteration = plan.alteration && { ...plan.alteration, place: plan.alteration.place >> 1 };
  const inside = plan.alteration !== undefined && plan.alteration.place % 2 === 0;
  const args = inside && alteration !== undefined ? alteredBody(given, request?.schema, alteration) : given;
  const message = {
    jsonrpc: "2.0",
    id: plan.id,
    method: "tools/call",
    params: { name: plan.tool, arguments: args, ...(plan.modern && { _meta: META }) },
  };
  const body = encoded(message, undefined, { ...plan, alteration: inside ? undefined : alteration });
  return { ...MCP, headers: { ...(plan.modern && modernHeaders(plan.tool)), ...headersOf(plan.headers) }, body };
}

const REVISION = "2026-07-28";
const META = {
  "io.modelcontextprotocol/protocolVersion": REVISION,
  "io.modelcontextprotocol/clientInfo": { name: "fuzz", version: "1.0.0" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
const modernHeaders = (tool: string): Headers => ({
  "mcp-protocol-version": REVISION,
  "mcp-method": "tools/call",
  "mcp-name": tool,
});

type Encoding = Pick<OperationPlan, "alteration" | "damage">;

function encoded(value: unknown, schema: Json | undefined, { alteration, damage }: Encoding): Buffer {
  const text = jsonText(alteration === undefined ? value : alteredBody(value, schema, alteration));
  const body = Buffer.from(text, "utf8");
  return damage === undefined ? body : damaged(body, damage);
}

function operationTarget(id: string, altered: boolean, foreign: boolean): Target {
  return { kind: "operation", id, altered, foreign };
}

/** The component that the body of a request must satisfy; undefined where there is none. */
export function requestComponent(id: string): string | undefined {
  const { request } = operation(id);
  return request === undefined ? undefined : componentOf(request);
}
