/**
 * - `duplicate_key`  a unique key already holds the row
 * - `busy`           another process held the write lock longer than we wait
 * - `full`           the disk or quota is full
 * - `read_only`      the file or its directory cannot be written
 * - `corrupt`        the file is not a database, or is damaged
 * - `transient`      the database undid the transaction for another one's sake: the unit may run again
 * - `timeout`        the database gave up a statement
 * - `connection_lost` the connection ended with an outcome that may be unknown
 * - `unavailable`    the database cannot be reached or is closed
 * - `unknown`        everything else
 */
export type StorageErrorKind =
  | "duplicate_key"
  | "busy"
  | "transient"
  | "timeout"
  | "connection_lost"
  | "full"
  | "read_only"
  | "corrupt"
  | "unavailable"
  | "unknown";

/**
 * What a driver error becomes at the door of platform/database. Holds the class of the failure, the driver's error
 * number and the name of the statement; never the SQL text, its parameters or the original error, which carry content.
 */
export class StorageError extends Error {
  override readonly name = "StorageError";

  constructor(
    readonly kind: StorageErrorKind,
    readonly errno: number | string,
    readonly statement: string,
  ) {
    super(`${statement} failed: ${kind} (${String(errno)})`);
  }
}
