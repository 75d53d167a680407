/** Every refusal the wire knows (RFC 0020 "Error contract", RFC 0028). Each edge maps the whole set in one table. */
export const ERROR_CODES = [
  "invalid_request",
  "unauthorized",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "memory_not_found",
  "artifact_not_found",
  "candidate_not_found",
  "source_conflict",
  "revision_conflict",
  "memory_entry_inactive",
  "candidate_conflict",
  "candidate_terminal",
  "artifact_conflict",
  "capability_not_supported",
  "too_many_requests",
  "overloaded",
  "runtime_not_ready",
  "inference_timeout",
  "inference_unavailable",
  "generation_unavailable",
  "internal_error",
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

export type ErrorDetails = Readonly<Record<string, unknown>>;

/** A refusal with a stable code, a message that says what the caller can do, and details the contract lists. Never carries input. */
export class DomainError extends Error {
  override readonly name = "DomainError";

  constructor(
    readonly code: ErrorCode,
    message: string,
    readonly details: ErrorDetails | null = null,
  ) {
    super(message);
  }
}

/** One invalid field of a request: its dotted path and what is wrong with it, never its value. */
export interface FieldProblem {
  readonly field: string;
  readonly problem: string;
}

export function invalidRequest(errors: readonly FieldProblem[]): DomainError {
  return new DomainError("invalid_request", "The request is not valid. See details.errors for each field.", { errors });
}
