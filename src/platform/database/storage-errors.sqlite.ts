import { StorageError, type StorageErrorKind } from "../../kernel/storage-error.js";

const KIND_OF_CODE: Readonly<Record<string, StorageErrorKind>> = {
  SQLITE_BUSY: "busy",
  SQLITE_LOCKED: "busy",
  SQLITE_FULL: "full",
  SQLITE_READONLY: "read_only",
  SQLITE_PERM: "read_only",
  SQLITE_AUTH: "read_only",
  SQLITE_CANTOPEN: "unavailable",
  SQLITE_IOERR: "unavailable",
  SQLITE_MISUSE: "unavailable",
  SQLITE_NOTADB: "corrupt",
  SQLITE_CORRUPT: "corrupt",
};

/** Keeps the driver's code and drops everything else: its message and the wrapper around it hold SQL and parameters. */
export function toStorageError(error: unknown, statement: string): StorageError {
  if (error instanceof StorageError) return error;
  const driverError = driverErrorOf(error);
  const code = typeof driverError["code"] === "string" ? driverError["code"] : "UNKNOWN";
  return new StorageError(kindOf(code, driverError["message"]), code, statement);
}

function driverErrorOf(error: unknown): Record<string, unknown> {
  const outer = (error ?? {}) as Record<string, unknown>;
  const inner = outer["driverError"];
  return typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>) : outer;
}

function kindOf(code: string, message: unknown): StorageErrorKind {
  if (code === "SQLITE_CONSTRAINT" && typeof message === "string" && /UNIQUE|PRIMARY KEY/.test(message)) {
    return "duplicate_key";
  }
  return KIND_OF_CODE[code] ?? "unknown";
}
