import { withReadableUsage } from "./usage.policy.js";

/**
 * A fetch whose answers end with an error above `maxBytes` and have a `usage` that is no reason to fail, and that follows no
 * redirect: a prompt and a key go to the configured address only.
 */
export function boundedFetch(maxBytes: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "error" });
    const body = response.body?.pipeThrough(whole(maxBytes)) ?? null;
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  };
}

/** Passes the body on in one piece when it has ended. */
function whole(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new Error("the answer is too long"));
      else chunks.push(chunk);
    },
    flush: (controller) => {
      controller.enqueue(Buffer.from(withReadableUsage(Buffer.concat(chunks).toString("utf8"))));
    },
  });
}
