import { problemBeyondSchema } from "./answer-check.policy.js";
import { checkCallOptions, REQUEST_ID, type CallOptions, type ClientSettings } from "./client.settings.js";
import type { Operation } from "./contract.types.js";
import { type Ending, withDeadline } from "./deadline.js";
import { OPERATIONS, REFUSAL } from "./generated/contract.js";
import type { ErrorResponse } from "./generated/wire.js";
import { type Failure, PowerContextError } from "./powercontext.error.js";
import { receiveBody } from "./received-body.js";
import { problemOf } from "./schema-check.policy.js";

export type OperationId = keyof typeof OPERATIONS;

export interface Call {
  readonly id: OperationId;
  /** The body of a POST. */
  readonly request: unknown;
  readonly options: CallOptions;
}

const DEFAULT_TIMEOUT_MS = 10_000;
/** The server may wait 15 seconds for its turn and 30 for its model. */
const MODEL_TIMEOUT_MS = 60_000;
const MODEL_OPERATIONS: readonly OperationId[] = ["flush_memory", "generate_experience"];

/**
 * Sends one request, once, and answers its body when it is what the contract says.
 *
 * @throws PowerContextError when it is anything else.
 * @throws TypeError for options or a request that cannot be sent.
 */
export async function exchange(settings: ClientSettings, call: Call): Promise<unknown> {
  const { id, options } = call;
  checkCallOptions(options);
  const init = requestOf(settings, call);
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs ?? defaultTimeoutMs(id);
  return withDeadline(
    { timeoutMs, signal: options.signal },
    async (signal) => answerOf(call, await sent(settings, call, { ...init, signal })),
    (ending) =>
      new PowerContextError({ kind: ending, message: endingMessage(id, ending), requestId: options.requestId }),
  );
}

const defaultTimeoutMs = (id: OperationId): number =>
  MODEL_OPERATIONS.includes(id) ? MODEL_TIMEOUT_MS : DEFAULT_TIMEOUT_MS;

const endingMessage = (id: OperationId, ending: Ending): string =>
  ending === "timeout" ? `${id} got no complete answer in time.` : `${id} was ended by its signal.`;

function requestOf({ authorization }: ClientSettings, { id, request, options }: Call): RequestInit {
  const { method } = OPERATIONS[id];
  const headers = {
    accept: "application/json",
    ...(method === "POST" && { "content-type": "application/json" }),
    ...(authorization !== undefined && { authorization }),
    ...(options.requestId !== undefined && { "x-powercontext-request-id": options.requestId }),
  };
  // A redirect is shown and not followed: it could lead the token and the texts elsewhere.
  return { method, headers, redirect: "manual", ...(method === "POST" && { body: jsonOf(id, request) }) };
}

function jsonOf(id: OperationId, request: unknown): string {
  try {
    const text = JSON.stringify(request) as string | undefined;
    if (text !== undefined) return text;
  } catch {
    // The message of the language would name keys of the request.
  }
  throw new TypeError(`The request of ${id} cannot be written as JSON.`);
}

async function sent({ baseUrl, fetch }: ClientSettings, { id, options }: Call, init: RequestInit): Promise<Response> {
  try {
    return await fetch(baseUrl + OPERATIONS[id].path, init);
  } catch (error) {
    const message = `The server cannot be reached for ${id}${networkCode(error)}.`;
    throw new PowerContextError({ kind: "unreachable", message, requestId: options.requestId });
  }
}

/** Such as ` (ECONNREFUSED)`. Nothing else of the error: it may hold what was sent. */
function networkCode(error: unknown): string {
  const { code, cause } = (error ?? {}) as { readonly code?: unknown; readonly cause?: { readonly code?: unknown } };
  const found = [cause?.code, code].find((one) => typeof one === "string" && /^[A-Za-z][A-Za-z0-9_]{1,63}$/u.test(one));
  return found === undefined ? "" : ` (${found as string})`;
}

async function answerOf(call: Call, response: Response): Promise<unknown> {
  const { answers }: Operation = OPERATIONS[call.id];
  const expected = answers[response.status];
  const failed = failureOf(call, response);
  const invalid = (problem: string): PowerContextError =>
    failed({ kind: "invalid_response", message: `The answer to ${call.id} ${problem}.` });

  if (isRedirect(response)) throw invalid("is a redirect");
  if (expected === undefined && response.status < 400) throw invalid("has a status that the contract does not know");
  const body = await receiveBody(response).catch(() => {
    throw failed({ kind: "unreachable", message: `The connection broke off within the answer to ${call.id}.` });
  });
  if (body.kind === "refused") throw invalid(body.problem);
  const problem = problemOf(body.value, expected ?? REFUSAL) ?? furtherProblem(call, response, body.value);
  if (problem !== undefined) throw invalid(`is not what the contract says: ${problem}`);
  if (expected === undefined) throw failed(refusalOf(body.value as ErrorResponse, response));
  return body.value;
}

const failureOf =
  ({ options }: Call, { status, headers }: Response) =>
  (failure: Failure): PowerContextError => {
    const answered = headers.get("x-powercontext-request-id") ?? "";
    const requestId = REQUEST_ID.test(answered) ? answered : options.requestId;
    return new PowerContextError({ status, requestId, ...failure });
  };

/** A browser shows a redirect as an answer of its own kind, others as it came; a fetch of the caller may have followed it. */
const isRedirect = ({ status, type, redirected }: Response): boolean =>
  type === "opaqueredirect" || redirected || (status >= 300 && status < 400);

/** Codes that a newer server knows look like those of today; a text is none. */
const CODE = /^[a-z_0-9]{1,128}$/u;

function furtherProblem({ id, request }: Call, { status }: Response, answer: unknown): string | undefined {
  const { answers }: Operation = OPERATIONS[id];
  if (answers[status] !== undefined) return problemBeyondSchema(id, { request, status, answer });
  return CODE.test((answer as ErrorResponse).error.code) ? undefined : "error.code: is no code";
}

function refusalOf({ error: { code, message, details } }: ErrorResponse, { headers }: Response): Failure {
  const retryAfter = /^\d{1,9}$/u.exec(headers.get("retry-after") ?? "")?.[0];
  return {
    kind: "refused",
    code,
    message,
    details: details ?? undefined,
    retryAfterSeconds: retryAfter === undefined ? undefined : Number(retryAfter),
  };
}
