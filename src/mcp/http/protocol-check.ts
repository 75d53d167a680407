import type { IncomingHttpHeaders } from "node:http";

import {
  CallToolRequestSchema,
  DiscoverRequestSchema,
  InitializeRequestSchema,
  JSONRPCNotificationSchema,
  JSONRPCRequestSchema,
  ListToolsRequestSchema,
  PingRequestSchema,
} from "@modelcontextprotocol/core";
import {
  classifyInboundRequest,
  type InboundLadderRejection,
  type InboundModernRoute,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";

import { dottedPath } from "../../platform/http/contract/field-problems.js";
import { acceptsJson } from "../domain/accept.policy.js";

/** Why the protocol does not let a message through. Repeats no header and no value. */
export interface ProtocolProblem {
  readonly status: number;
  readonly code: number;
  readonly problem: string;
  readonly data?: unknown;
}

/** A message of JSON-RPC with a method; it may be a notification. */
type Envelope = Readonly<Record<string, unknown>>;

/** The revisions without `initialize`. The library keeps its list to itself; a test holds this one against it. */
const REVISIONS_WITHOUT_INITIALIZE: readonly string[] = ["2026-07-28"];
const SUPPORTED = [...REVISIONS_WITHOUT_INITIALIZE, ...SUPPORTED_PROTOCOL_VERSIONS];

/** Of the library: server error, invalid request, invalid params, headers and message differ, unsupported revision. */
const NOT_ACCEPTABLE = -32000;
const INVALID_REQUEST = -32600;
const INVALID_PARAMS = -32602;
const HEADER_MISMATCH = -32020;
const UNSUPPORTED_REVISION = -32022;

/**
 * What the library would refuse about the headers and the form of a message, found before it sees them: its own refusals
 * repeat what was sent.
 */
export function protocolProblem(headers: IncomingHttpHeaders, envelope: Envelope): ProtocolProblem | undefined {
  if (!acceptsJson(headers.accept)) {
    return { status: 406, code: NOT_ACCEPTABLE, problem: "Answers are JSON: accept application/json." };
  }
  return formProblem(envelope) ?? revisionProblem(headers, envelope);
}

const SCHEMAS: Readonly<Record<string, Schema>> = {
  initialize: InitializeRequestSchema,
  ping: PingRequestSchema,
  "server/discover": DiscoverRequestSchema,
  "tools/call": CallToolRequestSchema,
  "tools/list": ListToolsRequestSchema,
};

interface Schema {
  safeParse(value: unknown): { readonly error?: { readonly issues: readonly Issue[] } | undefined };
}

interface Issue {
  readonly path: readonly PropertyKey[];
}

/** As deep as the protocol gives names; further down the keys may be the caller's own. */
const NAMED_LEVELS = 3;

function formProblem(envelope: Envelope): ProtocolProblem | undefined {
  const isRequest = "id" in envelope;
  const outside = firstField(isRequest ? JSONRPCRequestSchema : JSONRPCNotificationSchema, envelope);
  if (outside !== undefined && !outside.startsWith("params")) {
    return { status: 400, code: INVALID_REQUEST, problem: `The message is not valid JSON-RPC 2.0: see ${outside}.` };
  }
  const schema = isRequest ? SCHEMAS[String(envelope["method"])] : undefined;
  const field = outside ?? (schema && firstField(schema, envelope));
  if (field === undefined) return undefined;
  return {
    status: isRequest ? 200 : 400,
    code: INVALID_PARAMS,
    problem: `The field ${field} is missing or not valid.`,
  };
}

function firstField(schema: Schema, envelope: Envelope): string | undefined {
  const issue = schema.safeParse(envelope).error?.issues[0];
  if (issue === undefined) return undefined;
  return issue.path.length === 0 ? "its fields" : dottedPath(issue.path.slice(0, NAMED_LEVELS).map(String));
}

function revisionProblem(headers: IncomingHttpHeaders, envelope: Envelope): ProtocolProblem | undefined {
  const revision = headerOf(headers, "mcp-protocol-version");
  const method = headerOf(headers, "mcp-method");
  const route = classifyInboundRequest({
    httpMethod: "POST",
    ...(revision !== undefined && { protocolVersionHeader: revision }),
    ...(method !== undefined && { mcpMethodHeader: method }),
    body: envelope,
  });
  if (route.kind === "modern") return modernProblem(headers, route);
  // A host that begins anew has not agreed on a revision yet.
  if (route.kind === "legacy" && envelope["method"] === "initialize") return undefined;
  if (revision !== undefined && !SUPPORTED.includes(revision)) return unsupported();
  return route.kind === "reject" ? rejected(route) : undefined;
}

function modernProblem(headers: IncomingHttpHeaders, route: InboundModernRoute): ProtocolProblem | undefined {
  if (!REVISIONS_WITHOUT_INITIALIZE.includes(route.classification.revision ?? "")) return unsupported();
  const name = headerOf(headers, "mcp-name");
  const named = (route.message.params as { readonly name?: unknown } | undefined)?.name;
  const isOther = typeof named === "string" && name !== undefined && decodedName(name) !== named;
  return isOther ? MISMATCH : undefined;
}

/** A name outside of ASCII is sent in Base64. */
function decodedName(header: string): string {
  const encoded = /^=\?base64\?(.*)\?=$/u.exec(header)?.[1];
  return encoded === undefined ? header : Buffer.from(encoded, "base64").toString("utf8");
}

const MISMATCH: ProtocolProblem = {
  status: 400,
  code: HEADER_MISMATCH,
  problem: "The headers MCP-Protocol-Version, Mcp-Method and Mcp-Name must say what the message says.",
};

function unsupported(): ProtocolProblem {
  const problem = `The server does not know this protocol revision. It supports ${SUPPORTED.join(", ")}.`;
  return { status: 400, code: UNSUPPORTED_REVISION, problem, data: { supported: SUPPORTED } };
}

function rejected({ code, httpStatus: status }: InboundLadderRejection): ProtocolProblem {
  if (code === HEADER_MISMATCH) return MISMATCH;
  const problem = "The field params._meta does not hold what this protocol revision asks of every message.";
  return { status, code, problem };
}

function headerOf(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value.trim() : undefined;
}
