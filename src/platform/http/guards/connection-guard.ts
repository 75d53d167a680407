import type { Server, ServerOptions } from "node:http";
import type { Socket } from "node:net";

import type { GuardsConfig } from "../../config/guards.config.js";
import type { ConnectionCut } from "../../telemetry/server-metrics.js";
import type { AnswersInFlight } from "../answers-in-flight.js";

/** How often Node.js looks for connections that are over their time. */
const CHECK_MS = 1_000;
/** What the time of a whole request leaves to the answer that says it is over. */
const ANSWER_MS = 5_000;
/** How long a client may go on sending before its connection is gone, so that it sees the answer and not a broken connection. */
const LINGER_MS = 1_000;

/** The times Node.js keeps by itself. That of a whole request ends only what no reader of a body waits for. */
export function serverTimes(config: GuardsConfig): ServerOptions {
  return {
    headersTimeout: config.headersMs,
    requestTimeout: config.headersMs + config.waitMs + config.bodyMs + ANSWER_MS,
    keepAliveTimeout: config.keepAliveMs,
    connectionsCheckingInterval: CHECK_MS,
  };
}

/** Bounds the connections of a server, and ends those on which nothing moves. */
export function guardConnections(
  server: Server,
  config: GuardsConfig,
  answering: AnswersInFlight,
  onCut: (reason: ConnectionCut) => void,
): void {
  server.maxConnections = config.connections;
  server.on("drop", () => {
    onCut("limit");
  });
  server.timeout = config.stallMs;
  // With a listener it is ours to end the connection. It comes for an idle one too, after the time to keep it.
  server.on("timeout", (socket: Socket) => {
    if (socket.writableLength > 0) onCut("stalled_answer");
    else if (answering.owesTo(socket)) return;
    socket.destroy();
  });
}

/** Ends a connection after what was written to it, and does not wait for a client who never ends it. */
export function endConnection(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once("close", () => {
    clearTimeout(timer);
  });
}
