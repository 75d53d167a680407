import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { McpHttpHandler } from "@rekog/mcp-nest";

import { DomainError, type FieldProblem } from "../../kernel/domain-error.js";
import { decodeJson, keptWhole } from "../../platform/http/json-body.js";
import { type Message, type MessageId, readMessage } from "../domain/message.policy.js";
import { beginToolCall } from "../tool-call.js";
import { TOOL_NAMES, type ToolName } from "../tool-catalog.js";

/**
 * The one route of MCP. What passes the gate is read here as strictly as a body of HTTP, counted as what it is, and handed to
 * the library without the arguments of its call. Other methods have no route and are refused by the gate.
 */
export function publishMcp(fastify: FastifyInstance, path: string, library: McpHttpHandler): void {
  const route = { config: { transport: "mcp" as const }, errorHandler: answerUnreadable };
  fastify.post(path, route, async (request, reply) => {
    const message = readMessage(decodeJson(request.body), TOOL_NAMES);
    if (message.kind === "refused") return refuse(request, reply, message);
    request.body = keptWhole(message.envelope);
    observe(request, message);
    await library.handlePost(request, reply);
    // The library has written the answer itself, past the framework.
    return undefined;
  });
}

function observe(request: FastifyRequest, message: Exclude<Message, { kind: "refused" }>): void {
  const { observed } = request;
  if (message.kind === "other") {
    observed.turnsOutToBe(message.operation);
    return;
  }
  observed.turnsOutToBe(message.tool);
  observed.reachedApplication = true;
  beginToolCall(request.raw, { tool: message.tool as ToolName, arguments: message.arguments, observed });
}

function refuse(request: FastifyRequest, reply: FastifyReply, { code, problem, id }: Refusal): FastifyReply {
  request.observed.endsWith("client_error");
  // A client takes an answer to its request from a success, and only the status from anything else.
  return sendError(reply.status(id === null ? 400 : 200), { code, message: problem, id });
}

type Refusal = Extract<Message, { kind: "refused" }>;

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
  readonly id: MessageId | null;
}

function sendError(reply: FastifyReply, { code, message, id }: RpcError): FastifyReply {
  return reply.type("application/json; charset=utf-8").send({ jsonrpc: "2.0", id, error: { code, message } });
}
