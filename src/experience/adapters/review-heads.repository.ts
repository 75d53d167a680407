import { asScopeKey, type ScopeKey } from "../../kernel/ids.js";
import type { Tx } from "../../kernel/unit-of-work.port.js";
import type { ReviewHead } from "../domain/review-head.js";
import { ReviewHeads } from "../ports/review-heads.port.js";

const LOCK = {
  name: "review-head.lock",
  sql: `SELECT scope_key, last_candidate, last_artifact, active_artifacts, index_version, index_build, last_build
        FROM review_head WHERE scope_key = ?`,
};
const SAVE = {
  name: "review-head.save",
  sql: `UPDATE review_head SET last_candidate = ?, last_artifact = ?, active_artifacts = ?,
          index_version = ?, index_build = ?, last_build = ? WHERE scope_key = ?`,
};

interface HeadRow {
  readonly scope_key: number;
  readonly last_candidate: number;
  readonly last_artifact: number;
  readonly active_artifacts: number;
  readonly index_version: number | null;
  readonly index_build: number;
  readonly last_build: number;
}

/** The review_head table. The same statements on both databases. */
export class SqlReviewHeads extends ReviewHeads {
  async lock(tx: Tx, scope: ScopeKey): Promise<ReviewHead> {
    const [row] = await tx.queryForUpdate<HeadRow>(LOCK, [scope]);
    if (row === undefined) throw new Error("an opened scope has no review head");
    return toHead(row);
  }

  async save(tx: Tx, head: ReviewHead): Promise<void> {
    const { version, build, lastBuild } = head.index;
    const { lastCandidate, lastArtifact, activeArtifacts } = head;
    // Without an approved Artifact there is no index to rebuild.
    const indexVersion = activeArtifacts === 0 ? null : version;
    await tx.execute(SAVE, [lastCandidate, lastArtifact, activeArtifacts, indexVersion, build, lastBuild, head.scope]);
  }
}

function toHead(row: HeadRow): ReviewHead {
  return {
    scope: asScopeKey(row.scope_key),
    lastCandidate: row.last_candidate,
    lastArtifact: row.last_artifact,
    activeArtifacts: row.active_artifacts,
    index: { version: row.index_version ?? 0, build: row.index_build, lastBuild: row.last_build },
  };
}
