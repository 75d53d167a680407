import { isUtf8 } from "node:buffer";

import { lengthOf } from "../../src/checkout/text.policy.js";

export const isBlank = (text: string): boolean => text.trim() === "";

/** The whole text, or its first and last code points, half of the limit each, joined by nothing. */
export function headAndTail(text: string, limit: number): string {
  if (text.length <= limit || lengthOf(text) <= limit) return text;
  const points = Array.from(text);
  return points.slice(0, limit / 2).join("") + points.slice(-limit / 2).join("");
}

/** The text of well-formed UTF-8; undefined for anything else. */
export function decodeUtf8(bytes: Buffer): string | undefined {
  return isUtf8(bytes) ? bytes.toString("utf8") : undefined;
}
