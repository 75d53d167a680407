import type { Id16, ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";
import { padded, repeated } from "../../platform/database/sql-lists.js";
import type { ExperienceProposal } from "../domain/experience.types.js";
import { EXPERIENCE } from "../domain/wire-ids.policy.js";
import {
  Artifacts,
  type ArtifactContent,
  type ArtifactHead,
  type NewArtifactRevision,
} from "../ports/artifacts.port.js";
import { evidenceText, parseEvidence, parseProposal, proposalText } from "./review.rows.js";

const headsOf = (artifacts: number) => ({
  name: "artifact.heads",
  sql: `SELECT artifact_no, artifact_id, revision FROM artifact
        WHERE scope_key = ? AND family = ? AND artifact_id IN (${repeated("?", artifacts)})`,
});
const EXACT = {
  name: "artifact.exact",
  sql: `SELECT r.content, r.evidence FROM scope s
        JOIN artifact a ON a.scope_key = s.scope_key AND a.family = ? AND a.artifact_id = ?
        JOIN artifact_revision r ON r.scope_key = a.scope_key AND r.artifact_no = a.artifact_no AND r.revision = ?
        WHERE s.scope_id = ?`,
};
const CONTENT_OF = {
  name: "artifact-revision.content",
  sql: "SELECT content FROM artifact_revision WHERE scope_key = ? AND artifact_no = ? AND revision = ?",
};
const INSERT = {
  name: "artifact.insert",
  sql: "INSERT INTO artifact (scope_key, artifact_no, family, artifact_id, revision) VALUES (?, ?, ?, ?, ?)",
};
const ADVANCE = {
  name: "artifact.advance",
  sql: "UPDATE artifact SET revision = ? WHERE scope_key = ? AND artifact_no = ?",
};
const INSERT_REVISION = {
  name: "artifact-revision.insert",
  sql: `INSERT INTO artifact_revision (scope_key, artifact_no, revision, content, evidence, hash)
        VALUES (?, ?, ?, ?, ?, ?)`,
};

/** Sizes of a list of ids, each one more SQL text. The largest: all evidence and a target beside it. */
const LIST_SIZES = [1, 4, 33] as const;
/** No Artifact has it. */
const NO_ID = Buffer.alloc(0);

interface HeadRow {
  readonly artifact_no: number;
  readonly artifact_id: Buffer;
  readonly revision: number;
}

/** The tables of approved Artifacts. The same statements on both databases. */
export class SqlArtifacts extends Artifacts {
  async heads(session: DbSession, scope: ScopeKey, artifactIds: readonly Id16[]): Promise<readonly ArtifactHead[]> {
    if (artifactIds.length === 0) return [];
    const list = padded<Buffer>(artifactIds, LIST_SIZES, NO_ID);
    const rows = await session.query<HeadRow>(headsOf(list.length), [scope, EXPERIENCE, ...list]);
    return rows.map((row) => ({
      artifactNo: row.artifact_no,
      artifactId: row.artifact_id,
      revision: row.revision,
    }));
  }

  async exact(
    session: DbSession,
    scopeId: ScopeId,
    artifactId: Id16,
    revision: number,
  ): Promise<ArtifactContent | undefined> {
    const [row] = await session.query<{ content: string; evidence: string }>(EXACT, [
      EXPERIENCE,
      artifactId,
      revision,
      scopeId,
    ]);
    return row && { content: parseProposal(row.content), ...parseEvidence(row.evidence) };
  }

  async contentOf(tx: Tx, scope: ScopeKey, artifactNo: number, revision: number): Promise<ExperienceProposal> {
    const [row] = await tx.query<{ content: string }>(CONTENT_OF, [scope, artifactNo, revision]);
    if (row === undefined) throw new Error("an approved Artifact has no Revision at its head");
    return parseProposal(row.content);
  }

  async add(tx: Tx, scope: ScopeKey, revision: NewArtifactRevision): Promise<void> {
    await tx.execute(INSERT, [scope, revision.artifactNo, EXPERIENCE, revision.artifactId, revision.revision]);
    await this.insertRevision(tx, scope, revision);
  }

  async advance(tx: Tx, scope: ScopeKey, revision: NewArtifactRevision): Promise<void> {
    await tx.execute(ADVANCE, [revision.revision, scope, revision.artifactNo]);
    await this.insertRevision(tx, scope, revision);
  }

  private async insertRevision(tx: Tx, scope: ScopeKey, revision: NewArtifactRevision): Promise<void> {
    const { artifactNo, content, hash } = revision;
    await tx.execute(INSERT_REVISION, [
      scope,
      artifactNo,
      revision.revision,
      proposalText(content),
      evidenceText(revision),
      hash,
    ]);
  }
}
