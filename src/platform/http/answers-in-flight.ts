import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** The responses that each connection still owes. */
export class AnswersInFlight {
  private readonly open = new WeakMap<Socket, Map<ServerResponse, IncomingMessage>>();

  add(request: IncomingMessage, response: ServerResponse): void {
    const owed = this.open.get(request.socket) ?? new Map<ServerResponse, IncomingMessage>();
    this.open.set(request.socket, owed.set(response, request));
    response.once("close", () => owed.delete(response));
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
