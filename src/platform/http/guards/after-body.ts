import type { FastifyReply, FastifyRequest } from "fastify";

/**
 * Calls back at once, unless the connection ends with the answer and a body is on its way: then when it is over, or its
 * sender gone. Who still sends when the connection is closed sees a broken connection in place of the answer.
 */
export function afterBody({ raw }: FastifyRequest, { raw: response }: FastifyReply, answer: () => void): void {
  if (response.shouldKeepAlive || raw.complete || raw.headers.expect !== undefined) {
    answer();
    return;
  }
  raw.resume().once("close", answer);
}
