/** Which postings of a scope may be read. */
export interface IndexState {
  /** The analyzer they were made with; 0 when there are none to trust. */
  readonly version: number;
  /** The build that is live. */
  readonly build: number;
  /** The highest build number ever given out. */
  readonly lastBuild: number;
}
