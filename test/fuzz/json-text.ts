import type { Json } from "../support/contract.js";

const MARK = "\u0001raw:";
const MARKED = /"\\u0001raw:((?:[^"\\]|\\.)*)"/gu;

/** A value that is written as exactly this text, whether or not it is JSON. */
export function raw(text: string): string {
  return MARK + text;
}

/** As JSON.stringify, with the text of raw values in their places. */
export function jsonText(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return (text ?? "").replace(MARKED, (_, inner: string) => JSON.parse(`"${inner}"`) as string);
}

/** Undefined for what is no JSON. */
export function parsed(body: string): unknown {
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return undefined;
  }
}

/** Without fields for what is no object. */
export const asJson = (value: unknown): Json =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Json) : {};
