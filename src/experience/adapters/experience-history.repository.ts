import type { ScopeKey } from "../../kernel/ids.js";
import type { DbSession } from "../../kernel/unit-of-work.port.js";
import type {
  ExperienceCounts,
  ExperiencesUpTo,
  RecordedApproval,
  RecordedContent,
  RecordedExperience,
} from "../domain/experience-audit.policy.js";
import { EXPERIENCE } from "../domain/wire-ids.policy.js";
import { ExperienceHistory } from "../ports/experience-history.port.js";
import { parseEvidence, parseProposal, toRevision } from "./review.rows.js";

const COUNTS = {
  name: "experience-history.counts",
  sql: `SELECT h.last_artifact, h.active_artifacts,
          (SELECT COUNT(*) FROM artifact a WHERE a.scope_key = h.scope_key) AS artifacts,
          (SELECT COUNT(*) FROM artifact_revision r WHERE r.scope_key = h.scope_key) AS revisions,
          (SELECT COUNT(*) FROM candidate c WHERE c.scope_key = h.scope_key AND c.status = 'approved') AS approvals
        FROM review_head h WHERE h.scope_key = ?`,
};
// An Experience without any Revision is a row; one whose Revisions have all been read is none.
const REVISIONS = {
  name: "experience-history.revisions",
  sql: `SELECT a.artifact_no, a.revision AS head, r.revision, r.content, r.evidence, r.hash
        FROM artifact a
        LEFT JOIN artifact_revision r ON r.scope_key = a.scope_key AND r.artifact_no = a.artifact_no
          AND r.revision > CASE a.artifact_no WHEN ? THEN ? ELSE 0 END
        WHERE a.scope_key = ? AND a.artifact_no >= ? AND (a.artifact_no > ? OR r.revision IS NOT NULL)
        ORDER BY a.artifact_no, r.revision LIMIT ?`,
};
const APPROVALS = {
  name: "experience-history.approvals",
  sql: `SELECT c.candidate_no, c.result_artifact_id, c.result_revision, v.proposal, v.evidence, v.target_artifact_id,
          v.target_revision, r.hash
        FROM candidate c
        LEFT JOIN candidate_version v
          ON v.scope_key = c.scope_key AND v.candidate_no = c.candidate_no AND v.version = c.version
        LEFT JOIN artifact a
          ON a.scope_key = c.scope_key AND a.family = '${EXPERIENCE}' AND a.artifact_id = c.result_artifact_id
        LEFT JOIN artifact_revision r
          ON r.scope_key = a.scope_key AND r.artifact_no = a.artifact_no AND r.revision = c.result_revision
        WHERE c.scope_key = ? AND c.status = 'approved' AND c.candidate_no > ? ORDER BY c.candidate_no LIMIT ?`,
};

interface CountsRow {
  readonly last_artifact: number;
  readonly active_artifacts: number;
  readonly artifacts: number;
  readonly revisions: number;
  readonly approvals: number;
}

type RevisionRow = { readonly artifact_no: number; readonly head: number } & (
  | { readonly revision: null }
  | { readonly revision: number; readonly content: string; readonly evidence: string; readonly hash: Buffer }
);

interface ApprovalRow {
  readonly candidate_no: number;
  readonly result_artifact_id: Buffer | null;
  readonly result_revision: number | null;
  readonly proposal: string | null;
  readonly evidence: string | null;
  readonly target_artifact_id: Buffer | null;
  readonly target_revision: number | null;
  readonly hash: Buffer | null;
}

/** The tables of the inbox and of approved Artifacts, read whole. The same statements on both databases. */
export class SqlExperienceHistory extends ExperienceHistory {
  async counts(session: DbSession, scope: ScopeKey): Promise<ExperienceCounts | undefined> {
    const [row] = await session.query<CountsRow>(COUNTS, [scope]);
    return (
      row && {
        lastArtifact: row.last_artifact,
        activeArtifacts: row.active_artifacts,
        artifacts: row.artifacts,
        revisions: row.revisions,
        approvals: row.approvals,
      }
    );
  }

  async revisions(
    session: DbSession,
    scope: ScopeKey,
    { artifactNo, revision }: Pick<ExperiencesUpTo, "artifactNo" | "revision">,
    limit: number,
  ): Promise<readonly RecordedExperience[]> {
    const parameters = [artifactNo, revision, scope, artifactNo, artifactNo, limit];
    return (await session.query<RevisionRow>(REVISIONS, parameters)).map((row) => ({
      artifactNo: row.artifact_no,
      head: row.head,
      recorded:
        row.revision === null
          ? undefined
          : { revision: row.revision, hash: row.hash, approved: toContent(row.content, row.evidence) },
    }));
  }

  async approvals(
    session: DbSession,
    scope: ScopeKey,
    after: number,
    limit: number,
  ): Promise<readonly RecordedApproval[]> {
    return (await session.query<ApprovalRow>(APPROVALS, [scope, after, limit])).map((row) => ({
      candidateNo: row.candidate_no,
      proposed: toContent(row.proposal, row.evidence),
      target: toRevision(row.target_artifact_id, row.target_revision),
      result: toRevision(row.result_artifact_id, row.result_revision),
      resultHash: row.hash ?? undefined,
    }));
  }
}

/** Whatever somebody has made of a text, it is looked at, not trusted. */
function toContent(content: string | null, evidence: string | null): RecordedContent {
  if (content === null || evidence === null) return undefined;
  try {
    const { situation, action, outcome, lesson } = parseProposal(content);
    const { sourceRefs, artifactRefs } = parseEvidence(evidence);
    const isWhole = [situation, action, outcome, lesson].every((field) => typeof field === "string");
    return isWhole && Array.isArray(sourceRefs) && Array.isArray(artifactRefs)
      ? { content: { situation, action, outcome, lesson }, sourceRefs, artifactRefs }
      : undefined;
  } catch {
    return undefined;
  }
}
