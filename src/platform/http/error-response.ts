import { HttpException, HttpStatus } from "@nestjs/common";

import { DomainError, type ErrorCode, type FieldProblem, invalidRequest } from "../../kernel/domain-error.js";
import { StorageError, type StorageErrorKind } from "../../kernel/storage-error.js";
import { BODY } from "./contract/field-problems.js";

/** The one table from refusals to statuses. */
const STATUSES = {
  invalid_request: HttpStatus.UNPROCESSABLE_ENTITY,
  unauthorized: HttpStatus.UNAUTHORIZED,
  forbidden: HttpStatus.FORBIDDEN,
  not_found: HttpStatus.NOT_FOUND,
  method_not_allowed: HttpStatus.METHOD_NOT_ALLOWED,
  memory_not_found: HttpStatus.NOT_FOUND,
  artifact_not_found: HttpStatus.NOT_FOUND,
  candidate_not_found: HttpStatus.NOT_FOUND,
  source_conflict: HttpStatus.CONFLICT,
  revision_conflict: HttpStatus.CONFLICT,
  memory_entry_inactive: HttpStatus.CONFLICT,
  candidate_conflict: HttpStatus.CONFLICT,
  candidate_terminal: HttpStatus.CONFLICT,
  artifact_conflict: HttpStatus.CONFLICT,
  capability_not_supported: HttpStatus.UNPROCESSABLE_ENTITY,
  too_many_requests: HttpStatus.TOO_MANY_REQUESTS,
  overloaded: HttpStatus.SERVICE_UNAVAILABLE,
  runtime_not_ready: HttpStatus.SERVICE_UNAVAILABLE,
  inference_timeout: HttpStatus.SERVICE_UNAVAILABLE,
  inference_unavailable: HttpStatus.SERVICE_UNAVAILABLE,
  generation_unavailable: HttpStatus.SERVICE_UNAVAILABLE,
  internal_error: HttpStatus.INTERNAL_SERVER_ERROR,
} as const satisfies Record<ErrorCode, HttpStatus>;

const STORAGE_CODES = {
  busy: "overloaded",
  transient: "overloaded",
  timeout: "overloaded",
  connection_lost: "runtime_not_ready",
  full: "runtime_not_ready",
  read_only: "runtime_not_ready",
  unavailable: "runtime_not_ready",
  duplicate_key: "internal_error",
  corrupt: "internal_error",
  unknown: "internal_error",
} as const satisfies Record<StorageErrorKind, ErrorCode>;

/** What a caller may know of a failure whose cause is the server's own. */
const MESSAGES = {
  overloaded: "The server is busy. Retry after a moment.",
  runtime_not_ready: "The server cannot do this now. Retry later.",
  internal_error: "The server failed. The log has the cause under the request id.",
} as const;

export interface ErrorBody {
  readonly error: Pick<DomainError, "code" | "message" | "details">;
}

export function errorBody(refusal: DomainError): ErrorBody {
  return { error: { code: refusal.code, message: refusal.message, details: refusal.details } };
}

export function statusOf(code: ErrorCode): HttpStatus {
  return STATUSES[code];
}

/**
 * Seconds after which a repeat makes sense. Undefined where only a change of the request helps, and for `too_many_requests`:
 * who counts the requests knows it better.
 */
export function retryAfterSeconds(code: ErrorCode): number | undefined {
  return code === "overloaded" ? 1 : undefined;
}

/** Whatever was thrown, as a refusal that can be sent: never with a part of the input or of a foreign error's text. */
export function refusalFor(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof StorageError) return ownFailure(STORAGE_CODES[error.kind]);
  if (error instanceof HttpException) return frameworkRefusal(error.getStatus());
  return ownFailure("internal_error");
}

/** A refusal of the body, the headers or the bytes as a whole. */
export function unreadableRequest(problem: string, field = BODY): DomainError {
  const errors: readonly FieldProblem[] = [{ field, problem }];
  return invalidRequest(errors);
}

export function notFound(): DomainError {
  return new DomainError("not_found", "There is no such path on this server.");
}

export function methodNotAllowed(): DomainError {
  return new DomainError("method_not_allowed", "This path has another method. See the Allow header.");
}

function ownFailure(code: keyof typeof MESSAGES): DomainError {
  return new DomainError(code, MESSAGES[code]);
}

function frameworkRefusal(status: number): DomainError {
  if (status >= 500) return ownFailure("internal_error");
  // 403 is what the file server says of a path that leaves its folder.
  if (status === 404 || status === 403) return notFound();
  if (status === 415) return unreadableRequest("must be application/json", "content-type");
  return unreadableRequest("cannot be read as an HTTP request");
}
