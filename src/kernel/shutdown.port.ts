/** The end of the server, for work that a caller waits for and that may take as long as a model. */
export abstract class Shutdown {
  /** @throws DomainError runtime_not_ready once the server is to stop: what waits to be begun is not begun any more */
  abstract refuseIfBegun(): void;

  /**
   * Gives work a signal that is aborted when the server is to stop and has waited long enough: soon enough that the caller
   * still gets an answer.
   *
   * @throws DomainError runtime_not_ready whatever the work failed of after that; else what the work throws
   */
  abstract during<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T>;
}
