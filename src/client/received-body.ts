import { hasLoneSurrogate } from "./schema-check.policy.js";

/** The most an answer may have, in bytes: some hundred thousand entries of usual length. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

export type ReceivedBody =
  { readonly kind: "json"; readonly value: unknown } | { readonly kind: "refused"; readonly problem: string };

const refused = (problem: string): ReceivedBody => ({ kind: "refused", problem });

/** Reads a body of JSON in UTF-8 to its end. Rejects with what the stream rejects with when it breaks off. */
export async function receiveBody(response: Response): Promise<ReceivedBody> {
  if (!/^application\/json *(?:; *charset="?utf-8"? *)?$/iu.test(response.headers.get("content-type") ?? "")) {
    return refused("is not JSON by its content type");
  }
  const bytes = await receiveBytes(response);
  if (bytes === undefined) return refused("is longer than 64 MiB");
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return hasLoneSurrogate(value) ? refused("holds half a surrogate pair") : { kind: "json", value };
  } catch {
    return refused("is not JSON in UTF-8");
  }
}

/** Undefined when there are more than may be; the rest is left unread. */
async function receiveBytes({ body }: Response): Promise<Uint8Array | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined;
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) {
    length += read.value.length;
    if (length > MAX_BODY_BYTES) return undefined;
    chunks.push(read.value);
  }
  return joined(chunks, length);
}

function joined(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
