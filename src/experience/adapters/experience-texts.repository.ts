import { asScopeKey, type ScopeId, type ScopeKey } from "../../kernel/ids.js";
import type { DbSession, SqlFragment, Tx } from "../../kernel/unit-of-work.port.js";
import { composedOnce } from "../../platform/database/composed-text.js";
import { collectionTerm } from "../../search/index.js";
import type { ExperienceProposal } from "../domain/experience.types.js";
import {
  ExperienceTexts,
  type HeadText,
  type RankedText,
  type TextsHead,
  type TextsHit,
  type TextsHits,
  type TextsRow,
} from "../ports/experience-texts.port.js";
import { parseProposal } from "./review.rows.js";

const LIVE = collectionTerm("experiences", "rh.index_build");
const OF_SCOPE = "FROM scope sc JOIN review_head rh ON rh.scope_key = sc.scope_key WHERE sc.scope_id = ?";
/** For OceanBase, as for the head of a Memory. */
const SEEK = "/*+ LEADING(sc rh) USE_NL(rh) */";
const COLLECTION = `SELECT ${SEEK} rh.scope_key, ${LIVE} AS collection ${OF_SCOPE}`;
const HEAD = `CONCAT_WS(' ', rh.scope_key, rh.active_artifacts, COALESCE(rh.index_version, 0), rh.index_build,
  CASE WHEN EXISTS (SELECT 1 FROM search_posting po WHERE po.scope_key = rh.scope_key AND po.collection = ${LIVE})
    THEN 1 ELSE 0 END)`;

const headText = composedOnce(
  (counts) => `SELECT ${SEEK} ${HEAD} AS hit, ${counts} AS text ${OF_SCOPE} AND rh.active_artifacts > 0`,
);

const HEAD_REVISION = "ar.scope_key = a.scope_key AND ar.artifact_no = a.artifact_no AND ar.revision = a.revision";
/** Parted by spaces; the rest of CONCAT_WS is left out where it is null. */
const HIT = "rh.index_build, LOWER(HEX(a.artifact_id)), a.revision, a.artifact_no";
const rankedText = composedOnce(
  (ranked) => `SELECT CONCAT_WS(' ', ${HIT}, ra.score, ra.mask_low, ra.mask_high) AS hit, ar.content AS text
    FROM review_head rh
    LEFT JOIN (${ranked}) ra ON 1 = 1
    LEFT JOIN artifact a ON a.scope_key = rh.scope_key AND a.artifact_no = ra.doc
    LEFT JOIN artifact_revision ar ON ${HEAD_REVISION}
    WHERE rh.scope_key = ?`,
);
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
    return { sql: headText(counts.sql), parameters: [...counts.parameters, scopeId] };
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
    return { sql: rankedText(ranked.sql), parameters: [...ranked.parameters, scope] };
  }

  wholeArm(scope: ScopeKey): SqlFragment {
    return { sql: WHOLE_ARM, parameters: [scope] };
  }

  parseArm(rows: readonly TextsRow[], isWanted: (hit: RankedText) => boolean = () => true): TextsHits {
    const [first] = rows;
    return {
      liveBuild: first && Number(first.hit.split(" ", 1)[0]),
      hits: rows.flatMap(({ hit, text }) => (text === null ? [] : toHit(hit, text, isWanted))),
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

function toHit(hit: string, text: string, isWanted: (hit: RankedText) => boolean): readonly TextsHit[] {
  const [, artifactId = "", revision, artifactNo, score, maskLow, maskHigh] = hit.split(" ");
  const rank = { score: Number(score), maskLow: Number(maskLow), maskHigh: Number(maskHigh) };
  if (!isWanted(rank)) return [];
  const artifact = { artifactId: Buffer.from(artifactId, "hex"), revision: Number(revision) };
  return [{ artifactNo: Number(artifactNo), ...artifact, content: parseProposal(text), ...rank }];
}
