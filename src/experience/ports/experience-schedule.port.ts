/** What a deployment says about proposing Experience without being asked. */
export abstract class ExperienceSchedule {
  /** Milliseconds between two looks for due scopes, > 0; undefined when there is no schedule. */
  abstract readonly intervalMs: number | undefined;
}
