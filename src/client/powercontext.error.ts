/**
 * How a call failed.
 *
 * - `refused`           the server said no: `status`, `code` and, where the code has them, `details` are its own. Also when
 *                       `flushThrough` gives up: then `status` is undefined.
 * - `unreachable`       no answer, or none to its end: the connection could not be made or broke off
 * - `timeout`           no complete answer within `timeoutMs`
 * - `aborted`           the caller's signal ended it
 * - `invalid_response`  an answer that the contract does not know: another status, body or content type, a redirect
 *
 * After all but `refused` a write may or may not have happened; after a refusal it has not, but for a 503 of a server whose
 * database went away while it was committed.
 */
export type FailureKind = "refused" | "unreachable" | "timeout" | "aborted" | "invalid_response";

export interface Failure {
  readonly kind: FailureKind;
  readonly message: string;
  readonly code?: string | undefined;
  readonly status?: number | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly requestId?: string | undefined;
  readonly retryAfterSeconds?: number | undefined;
}

/** The one error of a call. Holds nothing of the request; the message of a refusal is the server's and may change. */
export class PowerContextError extends Error {
  override readonly name = "PowerContextError";
  readonly kind: FailureKind;
  /** What programs branch on when `kind` is `refused`: an `ErrorCode`, or one that a newer server knows. */
  readonly code: string | undefined;
  /** The HTTP status, once there was one. */
  readonly status: number | undefined;
  /** What the code adds, see the contract. */
  readonly details: Readonly<Record<string, unknown>> | undefined;
  /** Under which the server's log can be searched: the answer's, else the one the caller chose. */
  readonly requestId: string | undefined;
  /** When `overloaded` or `too_many_requests`: how long to wait before the next try. */
  readonly retryAfterSeconds: number | undefined;

  constructor({ kind, message, code, status, details, requestId, retryAfterSeconds }: Failure) {
    super(message);
    this.kind = kind;
    this.code = code;
    this.status = status;
    this.details = details;
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
