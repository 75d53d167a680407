/** What a deployment says about flushing. */
export abstract class FlushLimits {
  /** Sources in one window at most, ≥ 1. */
  abstract readonly sourcesInWindow: number;
}
