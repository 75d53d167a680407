export interface DatabaseStatistics {
  /** Bytes of the write-ahead log that are not yet in the main file; 0 where there is none. */
  readonly walBytes: number;
  /** Sources in all journals. */
  readonly journaledSources: number;
}

/** How busy it is now. */
export interface DatabaseLoad {
  /** Units that wait for the writer. */
  readonly queuedUnits: number;
  /** Units that were begun again since the start: another transaction, or a failed neighbour in the same commit, undid them. */
  readonly repeatedUnits: number;
  /** Connections that may be used at once, and those in use. */
  readonly connections: number;
  readonly busyConnections: number;
  /** Reads outside of units that wait for a connection. */
  readonly waitingReads: number;
}

/** The opened database as the process sees it: whether it answers, and how it ends. */
export abstract class Database {
  abstract readonly load: DatabaseLoad;
  /** Resolves when the database answers a query and its schema is one that this server can work on. @throws StorageError */
  abstract check(): Promise<void>;
  /** Reads every page and index: minutes on a large file. @returns what is wrong, nothing when it is whole. */
  abstract verify(): Promise<readonly string[]>;
  abstract statistics(): Promise<DatabaseStatistics>;
  /** Refuses new units, waits for those already accepted, makes the files small and closes every connection. */
  abstract close(): Promise<void>;
}
