import type { ScopeKey } from "../../kernel/ids.js";
import type { DbSession } from "../../kernel/unit-of-work.port.js";
import type {
  ExperienceCounts,
  ExperiencesUpTo,
  RecordedApproval,
  RecordedExperience,
} from "../domain/experience-audit.policy.js";

/** All that is stored of approved Experiences, for the audit. Proven by test/conformance/experience-audit.conformance.ts. */
export abstract class ExperienceHistory {
  /** Undefined for a scope without an inbox. */
  abstract counts(session: DbSession, scope: ScopeKey): Promise<ExperienceCounts | undefined>;
  /** Revisions after one of them, and Experiences without any, ascending by Experience and Revision, at most `limit`. */
  abstract revisions(
    session: DbSession,
    scope: ScopeKey,
    after: Pick<ExperiencesUpTo, "artifactNo" | "revision">,
    limit: number,
  ): Promise<readonly RecordedExperience[]>;
  /** Approved Candidates with a number above `after`, ascending, at most `limit`. */
  abstract approvals(
    session: DbSession,
    scope: ScopeKey,
    after: number,
    limit: number,
  ): Promise<readonly RecordedApproval[]>;
}
