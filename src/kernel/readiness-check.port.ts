export type CheckState = "ready" | "unavailable" | "timeout" | "misconfigured" | "not_ready";

/**
 * Whether one part of the server can do its work now. A part that cannot makes the server degraded, not unready: nothing
 * that is refused everywhere belongs here.
 */
export abstract class ReadinessCheck {
  /**
   * Undefined when there is nothing to check because the part is not configured. Cheap however much is stored, and an answer
   * within 2 seconds; later or failed ones are reported as `timeout` and `unavailable`.
   */
  abstract state(): Promise<CheckState | undefined>;
}
