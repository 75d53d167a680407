/** Work that a running server does on its own. Started after the start, stopped before the database is closed. */
export abstract class Job {
  abstract start(): void;
  /** Starts nothing more and resolves when the step that runs is over. */
  abstract stop(): Promise<void>;
}
