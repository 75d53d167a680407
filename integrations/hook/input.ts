import type { Readable } from "node:stream";

import { decodeUtf8 } from "./text.policy.js";

/** All that comes until the end of the stream; undefined when the end does not come in time, or it is not UTF-8. */
export function readInput(stream: Readable, waitMs: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    const finish = (text: string | undefined): void => {
      clearTimeout(timer);
      resolve(text);
    };
    const timer = setTimeout(finish, waitMs, undefined);
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("error", () => {
      finish(undefined);
    });
    stream.on("end", () => {
      finish(decodeUtf8(Buffer.concat(chunks)));
    });
  });
}
