import { asScopeKey, type ScopeId, type ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment, Tx } from "../../kernel/unit-of-work.port.js";
import { collectionTerm } from "../../search/index.js";
import type { ExperienceProposal } from "../domain/experience.types.js";
import {
  ExperienceTexts,
  type HeadText,
  type TextsHead,
  type TextsHit,
  type TextsHits,
  type TextsRow,
} from "../ports/experience-texts.port.js";
import { parseProposal } from "./review.rows.js";

const LIVE = collectionTerm("experiences", "rh.index_build");
const OF_SCOPE = "FROM scope sc JOIN review_head rh ON rh.scope_key = sc.scope_key WHERE sc.scope_id = ?";
const COLLECTION = `SELECT rh.scope_key, ${LIVE} AS collection ${OF_SCOPE}`;
const HEAD = `CONCAT_WS(' ', rh.scope_key, rh.active_artifacts, COALESCE(rh.index_version, 0), rh.index_build,
  CASE WHEN EXISTS (SELECT 1 FROM search_posting po WHERE po.scope_key = rh.scope_key AND po.collection = ${LIVE})
    THEN 1 ELSE 0 END)`;

const HEAD_REVISION = "ar.scope_key = a.scope_key AND ar.artifact_no = a.artifact_no AND ar.revision = a.revision";
/** Parted by spaces; the rest of CONCAT_WS is left out where it is null. */
const HIT = "rh.index_build, LOWER(HEX(a.artifact_id)), a.revision, a.artifact_no";
const WHOLE_ARM = `SELECT CONCAT_WS(' ', ${HIT}, 0, 0, 0) AS hit, ar.content AS text
  FROM review_head rh
  JOIN artifact a ON a.scope_key = rh.scope_key
  JOIN artifact_revision ar ON ${HEAD_REVISION}
  WHERE rh.scope_key = ?`;

const HEAD_REVISIONS = {
  name: "experience-texts.head-revisions",
  sql: "SELECT artifact_no, revision FROM artifact WHERE scope_key = ?",
};
const PAGE = {
  name: "experience-texts.page",
  sql: `SELECT a.artifact_no, ar.content FROM artifact a JOIN artifact_revision ar ON ${HEAD_REVISION}
        WHERE a.scope_key = ? AND a.artifact_no > ? ORDER BY a.artifact_no LIMIT ?`,
};
const REVISIONS_FROM = {
  name: "experience-texts.revisions-from",
  sql: `SELECT content FROM artifact_revision
        WHERE scope_key = ? AND artifact_no = ? AND revision >= ? ORDER BY revision`,
};

/** Approved Artifacts, all of them Experiences, as searched texts. The same statements on both databases. */
export class SqlExperienceTexts extends ExperienceTexts {
  collection(scopeId: ScopeId): SqlFragment {
    return { sql: COLLECTION, parameters: [scopeId] };
  }

  head(scopeId: ScopeId, counts: SqlFragment): SqlFragment {
    const sql = `SELECT ${HEAD} AS hit, ${counts.sql} AS text ${OF_SCOPE} AND rh.active_artifacts > 0`;
    return { sql, parameters: [...counts.parameters, scopeId] };
  }

  parseHead({ hit, text }: TextsRow): { readonly head: TextsHead; readonly counts: string | null } {
    const [scope = 0, activeArtifacts = 0, version = 0, build = 0, hasPostings = 0] = hit.split(" ").map(Number);
    const head = {
      scope: asScopeKey(scope),
      activeArtifacts,
      index: { version, build },
      hasPostings: hasPostings === 1,
    };
    return { head, counts: text };
  }

  rankedArm(scope: ScopeKey, ranked: SqlFragment): SqlFragment {
    const sql = `SELECT CONCAT_WS(' ', ${HIT}, ra.score, ra.mask_low, ra.mask_high) AS hit, ar.content AS text
      FROM review_head rh
      LEFT JOIN (${ranked.sql}) ra ON 1 = 1
      LEFT JOIN artifact a ON a.scope_key = rh.scope_key AND a.artifact_no = ra.doc
      LEFT JOIN artifact_revision ar ON ${HEAD_REVISION}
      WHERE rh.scope_key = ?`;
    return { sql, parameters: [...ranked.parameters, scope] };
  }

  wholeArm(scope: ScopeKey): SqlFragment {
    return { sql: WHOLE_ARM, parameters: [scope] };
  }

  parseArm(rows: readonly TextsRow[]): TextsHits {
    const [first] = rows;
    return {
      liveBuild: first && Number(first.hit.split(" ", 1)[0]),
      hits: rows.flatMap(({ hit, text }) => (text === null ? [] : [toHit(hit, text)])),
    };
  }

  async headRevisions(session: DbSession, scope: ScopeKey): Promise<ReadonlyMap<number, number>> {
    const rows = await session.query<{ artifact_no: number; revision: number }>(HEAD_REVISIONS, [scope]);
    return new Map(rows.map((row) => [row.artifact_no, row.revision]));
  }

  async page(session: DbSession, scope: ScopeKey, after: number, limit: number): Promise<readonly HeadText[]> {
    const rows = await session.query<{ artifact_no: number; content: string }>(PAGE, [scope, after, limit]);
    return rows.map((row) => ({ artifactNo: row.artifact_no, content: parseProposal(row.content) }));
  }

  async revisionsFrom(tx: Tx, scope: ScopeKey, doc: number, from: number): Promise<readonly ExperienceProposal[]> {
    const rows = await tx.query<{ content: string }>(REVISIONS_FROM, [scope, doc, from]);
    return rows.map(({ content }) => parseProposal(content));
  }
}

function toHit(hit: string, text: string): TextsHit {
  const [, artifactId = "", revision, artifactNo, score, maskLow, maskHigh] = hit.split(" ");
  return {
    artifactNo: Number(artifactNo),
    artifactId: Buffer.from(artifactId, "hex"),
    revision: Number(revision),
    content: parseProposal(text),
    score: Number(score),
    maskLow: Number(maskLow),
    maskHigh: Number(maskHigh),
  };
}
