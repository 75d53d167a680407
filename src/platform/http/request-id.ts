import { randomUUID } from "node:crypto";

/** On every response. Lower case, as Node.js names the headers of a request. */
export const REQUEST_ID_HEADER = "x-powercontext-request-id";

const ACCEPTED = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;

/** The caller's id if it is well formed, else a new one. */
export function requestIdFor(sent: string | readonly string[] | undefined): string {
  return typeof sent === "string" && ACCEPTED.test(sent) ? sent : randomUUID();
}
