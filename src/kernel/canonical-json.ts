import { createHash } from "node:crypto";

import canonicalize from "canonicalize";

/** RFC 8785 text of a JSON value: the form in which payloads are compared and hashed. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("only JSON values have a canonical form");
  return text;
}

export function sha256(...parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
}
