import { createServer, type IncomingMessage, type RequestListener, type Server, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";

import { FastifyAdapter } from "@nestjs/platform-fastify";
import type { FastifyReply, FastifyRequest } from "fastify";

import { withRequestId } from "../telemetry/request-context.js";
import type { ConnectionCut } from "../telemetry/server-metrics.js";
import { type BodyPatience, MAX_BODY_BYTES, readBody } from "./body.reader.js";
import type { DomainError } from "../../kernel/domain-error.js";
import type { GuardsConfig } from "../config/guards.config.js";
import { AnswersInFlight } from "./answers-in-flight.js";
import { errorBody, methodNotAllowed, refusalFor, statusOf, unreadableRequest } from "./error-response.js";
import { endConnection, guardConnections, serverTimes } from "./guards/connection-guard.js";
import { REQUEST_ID_HEADER, requestIdFor } from "./request-id.js";

const RESPONSE_HEADER = "X-PowerContext-Request-ID";

/** Told of requests that no route, hook or filter ever sees. */
type UnreadableRequestListener = (requestId: string, status: number) => void;

interface Edges {
  /** Host and token of a request whose path the router cannot read. @throws DomainError */
  readonly checkCaller: (request: FastifyRequest, reply: FastifyReply) => void;
  readonly onUnreadable: UnreadableRequestListener;
  readonly guards: GuardsConfig;
  readonly onCut: (reason: ConnectionCut) => void;
}

/** Fastify with our body reader, and with the contract's answer to requests that are refused before they are routed. */
export function createHttpAdapter(edges: Edges): FastifyAdapter {
  const answering = new AnswersInFlight();
  const adapter = new FastifyAdapter({
    routerOptions: { ignoreTrailingSlash: true },
    bodyLimit: MAX_BODY_BYTES,
    requestIdHeader: REQUEST_ID_HEADER,
    // While the server stops, the gate answers in the form of the contract.
    return503OnClosing: false,
    skipMiddie: true,
    serverFactory: (handler: RequestListener) => createHttpServer(handler, answering, edges),
    frameworkErrors: (_error: Error, request: FastifyRequest, reply: FastifyReply) => {
      answerUnroutable(request, reply, edges);
    },
    clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket) => {
      // A caller who pipelines takes the first answer for that of its first request, so ours waits its turn.
      answering.whenDone(socket, () => {
        if (answering.hasAnsweredTheArriving(socket)) endConnection(socket);
        else answerClientError(error, socket, edges);
      });
    },
  });
  const fastify = adapter.getInstance();
  const patience: BodyPatience = {
    limitMs: edges.guards.bodyMs,
    onTooSlow: () => {
      edges.onCut("slow_request");
    },
  };
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser("*", (_request: FastifyRequest, payload: IncomingMessage, done) => {
    readBody(payload, patience, done);
  });
  return adapter;
}

/** Settles the request id before anything else sees the request, so that no response can miss it. */
function createHttpServer(
  handler: RequestListener,
  answering: AnswersInFlight,
  { guards, onUnreadable, onCut }: Edges,
): Server {
  // A missing Host header is refused by our own check, with a body.
  const server = createServer({ requireHostHeader: false, ...serverTimes(guards) }, (request, response) => {
    const requestId = requestIdFor(request.headers[REQUEST_ID_HEADER]);
    request.headers[REQUEST_ID_HEADER] = requestId;
    response.setHeader(RESPONSE_HEADER, requestId);
    answering.add(request, response);
    withRequestId(requestId, () => {
      handler(request, response);
    });
  });
  guardConnections(server, guards, answering, onCut);
  // Without a listener Node.js asks for a large body at once, and answers an unknown Expect header with a bare 417.
  for (const expectation of ["checkContinue", "checkExpectation"]) {
    server.on(expectation, (request: IncomingMessage, response) => {
      server.emit("request", request, response);
    });
  }
  // Without a listener Node.js closes the connection without a word.
  server.on("connect", (_request: IncomingMessage, socket: Socket) => {
    answerOnSocket(socket, methodNotAllowed(), onUnreadable);
  });
  return server;
}

/** A path that is not a URL: the router has neither hooks nor filters for it. */
function answerUnroutable(request: FastifyRequest, reply: FastifyReply, edges: Edges): void {
  let refusal = unreadableRequest("is not a valid path", "path");
  try {
    edges.checkCaller(request, reply);
  } catch (error) {
    refusal = refusalFor(error);
  }
  const status = statusOf(refusal.code);
  edges.onUnreadable(request.id, status);
  void reply.status(status).type("application/json; charset=utf-8").send(errorBody(refusal));
}

/** Bytes that are not HTTP, headers over the limit, a request that never ends. */
function answerClientError(error: UnreadableBytes, socket: Socket, { onUnreadable, onCut }: Edges): void {
  const hasSaidNothing = error.code === TOO_SLOW && socket.bytesRead === 0;
  if (hasSaidNothing || error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  if (error.code === TOO_SLOW) onCut("slow_request");
  const problem = SOCKET_PROBLEMS[error.code ?? ""] ?? "is not valid HTTP";
  answerOnSocket(socket, unreadableRequest(problem, "request"), onUnreadable, asksForNoBody(error));
}

const TOO_SLOW = "ERR_HTTP_REQUEST_TIMEOUT";
const SOCKET_PROBLEMS: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "has headers of more than 16 KiB",
  [TOO_SLOW]: "was not complete in time",
};

/** A caller of HEAD takes whatever follows the headers for the beginning of another answer. */
function asksForNoBody({ rawPacket }: UnreadableBytes): boolean {
  return rawPacket?.subarray(0, HEAD.length).equals(HEAD) === true;
}

/** What Node.js gives beside the error. */
interface UnreadableBytes extends NodeJS.ErrnoException {
  readonly rawPacket?: Buffer;
}

const HEAD = Buffer.from("HEAD ");

/** For requests that there is no response object for: there is only the socket to answer on. */
function answerOnSocket(
  socket: Socket,
  refusal: DomainError,
  onUnreadable: UnreadableRequestListener,
  withoutBody = false,
): void {
  const status = statusOf(refusal.code);
  const requestId = requestIdFor(undefined);
  onUnreadable(requestId, status);
  const body = JSON.stringify(errorBody(refusal));
  socket.write(
    [
      `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ""}`,
      `${RESPONSE_HEADER}: ${requestId}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${String(Buffer.byteLength(body))}`,
      "Connection: close",
      "",
      withoutBody ? "" : body,
    ].join("\r\n"),
  );
  endConnection(socket);
}
