import type { IncomingMessage } from "node:http";

import { unreadableRequest } from "./error-response.js";

/** The largest body that is read: 200,000 emoji as ASCII-escaped JSON are 2.4 MB. */
export const MAX_BODY_BYTES = 4 * 1024 * 1024;

/**
 * How much of a body that is too large is read and thrown away. A caller who still sends when the connection is closed
 * sees a broken connection in place of the refusal.
 */
const MAX_DISCARDED_BYTES = 64 * 1024 * 1024;

export interface BodyPatience {
  /** How long a body may take to arrive. */
  readonly limitMs: number;
  readonly onTooSlow: () => void;
}

/** Collects the bytes of a body. `done` is called once, with the bytes or with a DomainError `invalid_request`. */
export function readBody(
  payload: IncomingMessage,
  patience: BodyPatience,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const chunks: Buffer[] = [];
  let length = 0;

  const finish = (error: Error | null): void => {
    clearTimeout(timer);
    payload.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
    if (error === null) done(null, chunks.length === 1 ? chunks[0] : Buffer.concat(chunks, length));
    else done(error);
  };
  const onData = (chunk: Buffer): void => {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (length > MAX_DISCARDED_BYTES) finish(tooLarge());
  };
  const onEnd = (): void => {
    finish(length > MAX_BODY_BYTES ? tooLarge() : null);
  };
  const onClose = (): void => {
    finish(unreadableRequest("ended before it was complete"));
  };

  const timer = setTimeout(() => {
    patience.onTooSlow();
    finish(unreadableRequest("was not complete in time"));
  }, patience.limitMs);
  payload.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
}

function tooLarge(): Error {
  return unreadableRequest(`is larger than ${String(MAX_BODY_BYTES)} bytes`);
}
