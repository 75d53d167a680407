import { BadRequestException, HttpException, NotFoundException } from "@nestjs/common";

import { DomainError, ERROR_CODES, type ErrorCode } from "../../kernel/domain-error.js";
import { StorageError, type StorageErrorKind } from "../../kernel/storage-error.js";
import { refusalFor, retryAfterSeconds, statusOf } from "./error-response.js";

const SENTINEL = "sentinel-7f0c9a21";

describe("statusOf", () => {
  it.each<[ErrorCode, number]>([
    ["invalid_request", 422],
    ["unauthorized", 401],
    ["forbidden", 403],
    ["not_found", 404],
    ["method_not_allowed", 405],
    ["memory_not_found", 404],
    ["source_conflict", 409],
    ["revision_conflict", 409],
    ["memory_entry_inactive", 409],
    ["capability_not_supported", 422],
    ["overloaded", 503],
    ["runtime_not_ready", 503],
    ["internal_error", 500],
  ])("answers %s with %d", (code, status) => {
    expect(statusOf(code)).toBe(status);
  });

  it("says when to come back only where the same request may succeed", () => {
    expect(ERROR_CODES.filter((code) => retryAfterSeconds(code) !== undefined)).toEqual(["overloaded"]);
    expect(retryAfterSeconds("overloaded")).toBe(1);
  });
});

describe("refusalFor", () => {
  it("passes a refusal on as it is", () => {
    const refusal = new DomainError("revision_conflict", "The Memory has moved on.", { current_revision: 7 });
    expect(refusalFor(refusal)).toBe(refusal);
  });

  it.each<[StorageErrorKind, ErrorCode]>([
    ["busy", "overloaded"],
    ["transient", "overloaded"],
    ["timeout", "overloaded"],
    ["connection_lost", "runtime_not_ready"],
    ["full", "runtime_not_ready"],
    ["read_only", "runtime_not_ready"],
    ["unavailable", "runtime_not_ready"],
    ["corrupt", "internal_error"],
    ["duplicate_key", "internal_error"],
    ["unknown", "internal_error"],
  ])("answers the storage failure %s with %s", (kind, code) => {
    const refusal = refusalFor(new StorageError(kind, 1, SENTINEL));
    expect(refusal).toMatchObject({ code, details: null });
    expect(refusal.message).not.toContain(SENTINEL);
  });

  it.each([
    [new NotFoundException(SENTINEL), "not_found"],
    [new BadRequestException(SENTINEL), "invalid_request"],
    [new HttpException(SENTINEL, 413), "invalid_request"],
    [new HttpException(SENTINEL, 415), "invalid_request"],
    [new HttpException(SENTINEL, 503), "internal_error"],
    [new TypeError(SENTINEL), "internal_error"],
    [SENTINEL, "internal_error"],
    [undefined, "internal_error"],
  ])("never repeats what a foreign error says: %p", (error, code) => {
    const refusal = refusalFor(error);
    expect(refusal.code).toBe(code);
    expect(JSON.stringify([refusal.message, refusal.details])).not.toContain(SENTINEL);
  });
});
