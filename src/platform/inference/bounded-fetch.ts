/**
 * A fetch whose answers end with an error above `maxBytes`, and that follows no redirect: a prompt and a key go to the
 * configured address only.
 */
export function boundedFetch(maxBytes: number): typeof globalThis.fetch {
  return async (input, init) => {
    const response = await fetch(input, { ...init, redirect: "error" });
    const body = response.body?.pipeThrough(limit(maxBytes)) ?? null;
    return new Response(body, { status: response.status, statusText: response.statusText, headers: response.headers });
  };
}

function limit(maxBytes: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform: (chunk, controller) => {
      bytes += chunk.byteLength;
      if (bytes > maxBytes) controller.error(new Error("the answer is too long"));
      else controller.enqueue(chunk);
    },
  });
}
