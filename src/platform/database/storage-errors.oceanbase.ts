import { StorageError, type StorageErrorKind } from "../../kernel/storage-error.js";

// By number: the driver's `code` is wrong or missing for the engine's own errors.
const KIND_OF_NUMBER: Readonly<Record<number, StorageErrorKind>> = {
  1062: "duplicate_key",
  1205: "transient", // lock wait
  1213: "transient", // deadlock
  6002: "transient", // transaction rolled back, or idle for too long
  6235: "transient", // snapshot conflict
  4038: "transient", // not the leader
  4012: "timeout",
  1317: "timeout", // as told by functions that wait
  4283: "timeout", // it gives out no timestamps, as with a full disk
  1037: "full",
  4013: "full", // out of memory
  4030: "full",
  4184: "full", // out of disk space
  1290: "read_only",
  5066: "connection_lost", // session killed
  8001: "unavailable", // still starting
};

const LOST =
  /^(?:PROTOCOL_CONNECTION_LOST|PROTOCOL_ENQUEUE_AFTER_|PROTOCOL_SEQUENCE_TIMEOUT|ECONNRESET|EPIPE|ETIMEDOUT|Can't (?:add|write).* closed state)/;
const UNREACHABLE =
  /^(?:ECONNREFUSED|ENOENT|ENOTFOUND|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN|ER_CON_COUNT_ERROR|Pool is closed\.)$/;

/** Keeps the driver's number and drops everything else: its message, its SQL and the wrapper hold parameters. */
export function toStorageError(error: unknown, statement: string): StorageError {
  if (error instanceof StorageError) return error;
  const { errno, code, message } = driverErrorOf(error);
  return new StorageError(kindOf(errno, code, message), errno ?? code ?? "UNKNOWN", statement);
}

function kindOf(errno: number | undefined, code: string | undefined, message: string | undefined): StorageErrorKind {
  const byNumber = KIND_OF_NUMBER[errno ?? 0];
  if (byNumber) return byNumber;
  // Some have neither a number nor a code.
  const word = code ?? message ?? "";
  if (LOST.test(word)) return "connection_lost";
  return UNREACHABLE.test(word) ? "unavailable" : "unknown";
}

interface DriverError {
  readonly errno: number | undefined;
  readonly code: string | undefined;
  readonly message: string | undefined;
}

function driverErrorOf(error: unknown): DriverError {
  const outer = (error ?? {}) as Record<string, unknown>;
  const inner = outer["driverError"];
  const found = typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>) : outer;
  return {
    errno: typeof found["errno"] === "number" && found["errno"] > 0 ? found["errno"] : undefined,
    code: typeof found["code"] === "string" ? found["code"] : undefined,
    message: typeof found["message"] === "string" ? found["message"] : undefined,
  };
}
