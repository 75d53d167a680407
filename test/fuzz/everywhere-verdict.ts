import type { Outgoing } from "./outgoing.js";
import type { Answered } from "./wire.js";
import { SENTINEL } from "./words.js";

const REQUEST_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/u;
const ID_HEADER = "x-powercontext-request-id";

const NO_HTTP = '"problem":"is not valid HTTP"';

type Check = (sent: Outgoing, answer: Answered) => boolean;

/** What holds of every answer, by what is wrong where it does not. */
const CHECKS: Readonly<Record<string, Check>> = {
  "the server failed": (_, { status }) => status < 500,
  "no request id": (_, { headers }) => REQUEST_ID.test(headers[ID_HEADER] ?? ""),
  "another request id than the caller's": (sent, { headers, body }) => {
    const wished = sent.headers[ID_HEADER];
    // Of what is refused as no HTTP, such as a method that there is not, nobody reads headers.
    if (body.includes(NO_HTTP)) return true;
    return typeof wished !== "string" || !REQUEST_ID.test(wished) || wished === headers[ID_HEADER];
  },
  "a header repeats what was sent": (_, { headers }) => !JSON.stringify(headers).includes(SENTINEL),
  // In a message of MCP it is looked for without its id, which is repeated.
  "the refusal repeats what was sent": ({ target }, { status, body }) =>
    status < 400 || target.kind === "mcp" || !body.includes(SENTINEL),
  "401 without WWW-Authenticate": (_, { status, headers }) =>
    status !== 401 || headers["www-authenticate"] === "Bearer",
  "405 without Allow": ({ target }, { status, headers }) =>
    status !== 405 || target.kind === "bytes" || headers["allow"] !== undefined,
};

export function everywhereProblems(sent: Outgoing, answer: Answered): readonly string[] {
  // The answer to a promise to wait is none yet.
  if (answer.status < 200) return [];
  return Object.entries(CHECKS).flatMap(([problem, holds]) => (holds(sent, answer) ? [] : [problem]));
}
