/** What a deployment says about flushing without being asked. */
export abstract class FlushSchedule {
  /** Milliseconds between two looks for due scopes, > 0; undefined when there is no schedule. */
  abstract readonly intervalMs: number | undefined;
}
