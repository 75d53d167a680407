import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** The responses that each connection still owes. */
export class AnswersInFlight {
  private readonly open = new WeakMap<Socket, Map<ServerResponse, IncomingMessage>>();
  private readonly last = new WeakMap<Socket, Exchange>();

  add(request: IncomingMessage, response: ServerResponse): void {
    this.last.set(request.socket, { request, response });
    const owed = this.open.get(request.socket) ?? new Map<ServerResponse, IncomingMessage>();
    this.open.set(request.socket, owed.set(response, request));
    response.once("close", () => owed.delete(response));
  }

  owesTo(socket: Socket): boolean {
    return (this.open.get(socket)?.size ?? 0) > 0;
  }

  /** Whether the request that is still arriving has its answer: nothing more can be said about its bytes. */
  hasAnsweredTheArriving(socket: Socket): boolean {
    const last = this.last.get(socket);
    return last !== undefined && !last.request.complete && last.response.writableEnded;
  }

  /**
   * Calls back when every request that arrived whole on the connection has its answer: at once when there is none. One
   * that is still arriving will never have one, because what follows is about its own bytes.
   */
  whenDone(socket: Socket, then: () => void): void {
    const owed = [...(this.open.get(socket) ?? [])].filter(([, request]) => request.complete);
    const last = owed.at(-1)?.[0];
    if (last === undefined || socket.destroyed) then();
    else last.once("close", then);
  }
}
