import type { IncomingMessage } from "node:http";

import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { McpHttpHandler } from "@rekog/mcp-nest";

import { DomainError, type FieldProblem } from "../../kernel/domain-error.js";
import { decodeJson, keptWhole } from "../../platform/http/json-body.js";
import { type Message, type MessageId, readMessage } from "../domain/message.policy.js";
import { beginToolCall } from "../tool-call.js";
import { TOOL_NAMES, type ToolName } from "../tool-catalog.js";
import { type ProtocolProblem, protocolProblem } from "./protocol-check.js";

/**
 * The one route of MCP. What passes the gate is read here as strictly as a body of HTTP, counted as what it is, and handed to
 * the library without the arguments of its call. Other methods have no route and are refused by the gate.
 */
export function publishMcp(fastify: FastifyInstance, path: string, library: McpHttpHandler): void {
  const route = { config: { transport: "mcp" as const }, errorHandler: answerUnreadable };
  fastify.post(path, route, async (request, reply) => {
    const message = readMessage(decodeJson(request.body), TOOL_NAMES);
    if (message.kind === "refused") return refuse(request, reply, message);
    const envelope = keptWhole(message.envelope) as MessageEnvelope;
    request.observed.turnsOutToBe(message.kind === "call" ? message.tool : message.operation);
    const problem = protocolProblem(request.headers, envelope);
    if (problem !== undefined) return refuse(request, reply, { ...problem, id: idOf(envelope) });
    if (message.kind === "call") beginCall(request, message);
    request.body = envelope;
    fitForLibrary(request.raw, path);
    await library.handlePost(request, reply);
    // The library has written the answer itself, past the framework.
    return undefined;
  });
}

/** It makes a URL of a caller's address and target, and answers nothing when it cannot. */
function fitForLibrary(raw: IncomingMessage, path: string): void {
  raw.url = path;
  raw.headers.host = "localhost";
  // It asks for this one spelling, although it answers JSON alone.
  raw.headers.accept = "application/json, text/event-stream";
}

function beginCall({ raw, observed }: FastifyRequest, message: Extract<Message, { kind: "call" }>): void {
  observed.reachedApplication = true;
  beginToolCall(raw, { tool: message.tool as ToolName, arguments: message.arguments, observed });
}

type MessageEnvelope = Exclude<Message, { kind: "refused" }>["envelope"];

function idOf({ id }: MessageEnvelope): MessageId | null {
  return typeof id === "string" || typeof id === "number" ? id : null;
}

function refuse(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { code, problem, id, data } = refusal;
  request.observed.endsWith("client_error");
  // A client takes an answer to its request from a success, and only the status from anything else.
  const status = refusal.status ?? (id === null ? 400 : 200);
  return sendError(reply.status(status), { code, message: problem, data, id });
}

interface Refusal extends Partial<ProtocolProblem> {
  readonly code: number;
  readonly problem: string;
  readonly id: MessageId | null;
}

const PARSE_ERROR = -32700;

/** What is no message is a matter of the protocol. All other refusals are answered as everywhere. */
function answerUnreadable(error: FastifyError, _request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (!(error instanceof DomainError) || error.code !== "invalid_request") throw error;
  const [problem] = (error.details?.["errors"] ?? []) as readonly FieldProblem[];
  const message =
    problem === undefined ? error.message : `The message cannot be read: ${problem.field} ${problem.problem}.`;
  return sendError(reply.status(400), { code: PARSE_ERROR, message, id: null });
}

interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly id: MessageId | null;
}

function sendError(reply: FastifyReply, { id, ...error }: RpcError): FastifyReply {
  return reply.type("application/json; charset=utf-8").send({ jsonrpc: "2.0", id, error });
}
