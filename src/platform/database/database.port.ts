export interface DatabaseStatistics {
  /** Bytes of the write-ahead log that are not yet in the main file; 0 where there is none. */
  readonly walBytes: number;
  /** Sources in all journals. */
  readonly journaledSources: number;
  /** Units that wait for the writer now. */
  readonly queuedUnits: number;
}

/** The opened database as the process sees it: whether it answers, and how it ends. */
export abstract class Database {
  /** Resolves when the database answers a query. @throws StorageError */
  abstract check(): Promise<void>;
  /** Reads every page and index: minutes on a large file. @returns what is wrong, nothing when it is whole. */
  abstract verify(): Promise<readonly string[]>;
  abstract statistics(): Promise<DatabaseStatistics>;
  /** Refuses new units, waits for those already accepted, makes the files small and closes every connection. */
  abstract close(): Promise<void>;
}
