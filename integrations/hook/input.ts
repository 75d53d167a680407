import type { Readable } from "node:stream";

import { type Fields, isFields, parseJson } from "../../src/checkout/text.policy.js";
import { decodeUtf8 } from "./text.policy.js";

const CLOSING_BRACE = 0x7d;

/**
 * The JSON object that comes, as soon as it is whole: some hosts never close the stream. Undefined when none is whole in time
 * or at the end.
 */
export function readEvent(stream: Readable, waitMs: number): Promise<Fields | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = (event: Fields | undefined): void => {
      clearTimeout(timer);
      stream.off("data", take);
      chunks.length = 0;
      // What still comes is thrown away, so that the host can write it.
      stream.resume();
      resolve(event);
    };
    const take = (chunk: Buffer): void => {
      chunks.push(chunk);
      const event = endsObject(chunk) ? objectIn(chunks) : undefined;
      if (event !== undefined) finish(event);
    };
    const timer = setTimeout(finish, waitMs, undefined);
    stream.on("data", take);
    stream.on("error", () => {
      finish(undefined);
    });
    stream.on("end", () => {
      finish(objectIn(chunks));
    });
  });
}

/** Perhaps. It spares reading a long prompt again with each of its chunks. */
function endsObject(chunk: Buffer): boolean {
  return chunk.at(chunk.findLastIndex((byte) => byte > 0x20)) === CLOSING_BRACE;
}

function objectIn(chunks: readonly Buffer[]): Fields | undefined {
  const event = parseJson(decodeUtf8(Buffer.concat(chunks)) ?? "");
  return isFields(event) ? event : undefined;
}
