import type { ChaosDatabase } from "./chaos-database.js";
import { groupBy } from "./findings.js";
import type { StoredCandidateVersion, StoredChange, StoredCursor, StoredRevision, StoredSource } from "./ledger.js";

/** What the tables hold of a scope, read past the server. */
export interface StoredState {
  readonly sources: readonly StoredSource[];
  readonly cursors: readonly StoredCursor[];
  readonly headHash: string;
  readonly revisions: readonly StoredRevision[];
  readonly candidateVersions: readonly StoredCandidateVersion[];
  readonly experiences: readonly { readonly artifact_id: string; readonly revision: number }[];
}

interface Scoped {
  readonly scope: string;
}

/** Of every scope, by its id. */
export async function readStoredState(database: ChaosDatabase): Promise<(scopeId: string) => StoredState> {
  const sources = await byScope(
    database.run<Scoped & StoredSource>(
      select(
        "t.position, CAST(t.source_id AS CHAR) AS sourceId, t.content",
        `JOIN source t ON t.scope_key = o.scope_key ORDER BY t.scope_key, t.position`,
      ),
    ),
  );
  const cursors = await byScope(
    database.run<Scoped & { readonly binding: number; readonly position: number }>(
      select("t.binding, t.position", "JOIN source_cursor t ON t.scope_key = o.scope_key"),
    ),
  );
  const heads = await byScope(
    database.run<Scoped & { readonly hash: string }>(
      select("LOWER(HEX(t.hash)) AS hash", "JOIN memory_head t ON t.scope_key = o.scope_key WHERE t.revision > 0"),
    ),
  );
  const revisions = await byScope(
    database.run<Scoped & Omit<StoredRevision, "changes">>(
      select(
        "t.revision, CAST(t.origin AS CHAR) AS origin, t.created_at AS createdAt, LOWER(HEX(t.hash)) AS hash",
        "JOIN memory_revision t ON t.scope_key = o.scope_key ORDER BY t.scope_key, t.revision",
      ),
    ),
  );
  const changes = await byScope(database.run<Scoped & ChangeRow>(select(CHANGE_COLUMNS, CHANGE_TABLES)));
  const versions = await byScope(
    database.run<Scoped & VersionRow>(
      select(
        "LOWER(HEX(c.candidate_id)) AS candidate, t.version, t.proposal",
        `JOIN candidate_version t ON t.scope_key = o.scope_key
     JOIN candidate c ON c.scope_key = t.scope_key AND c.candidate_no = t.candidate_no`,
      ),
    ),
  );
  const experiences = await byScope(
    database.run<Scoped & { readonly artifact: string; readonly revision: number }>(
      select(
        "LOWER(HEX(a.artifact_id)) AS artifact, t.revision",
        `JOIN artifact_revision t ON t.scope_key = o.scope_key
     JOIN artifact a ON a.scope_key = t.scope_key AND a.artifact_no = t.artifact_no`,
      ),
    ),
  );
  return (scope) => {
    const changed = groupBy(changes(scope), ({ revision }) => revision);
    return {
      sources: sources(scope),
      cursors: cursors(scope).map(({ binding, position }) => ({
        binding: binding === 1 ? "memory" : "experience",
        position,
      })),
      headHash: heads(scope)[0]?.hash ?? "",
      revisions: revisions(scope).map((revision) => ({
        ...revision,
        changes: (changed.get(revision.revision) ?? []).map(toStoredChange),
      })),
      candidateVersions: versions(scope).map(({ candidate, version, proposal }) => ({
        candidateId: `cand_${candidate}`,
        version,
        lesson: (JSON.parse(proposal) as { readonly lesson: string }).lesson,
      })),
      experiences: experiences(scope).map(({ artifact, revision }) => ({ artifact_id: `exp_${artifact}`, revision })),
    };
  };
}

function select(columns: string, tables: string): string {
  return `SELECT CAST(o.scope_id AS CHAR) AS scope, ${columns} FROM scope o ${tables}`;
}

async function byScope<Row extends Scoped>(read: Promise<readonly Row[]>): Promise<(scope: string) => readonly Row[]> {
  const groups = groupBy(await read, ({ scope }) => scope);
  return (scope) => groups.get(scope) ?? [];
}

interface VersionRow {
  readonly candidate: string;
  readonly version: number;
  readonly proposal: string;
}

interface ChangeRow {
  readonly revision: number;
  readonly op: string;
  readonly entry: string;
  readonly version: string;
  readonly previous: string | null;
  readonly reason: string | null;
  readonly salt: string;
  readonly commitment: string;
  readonly kind: string;
  readonly text: string;
  readonly evidence: string | null;
}

const CHANGE_COLUMNS = `t.revision, CAST(t.op AS CHAR) AS op, LOWER(HEX(e.entry_id)) AS entry,
  LOWER(HEX(v.version_id)) AS version, LOWER(HEX(p.version_id)) AS previous, t.reason, LOWER(HEX(t.salt)) AS salt,
  LOWER(HEX(t.commitment)) AS commitment, CAST(v.kind AS CHAR) AS kind, v.text, v.evidence`;
const CHANGE_TABLES = `JOIN memory_change t ON t.scope_key = o.scope_key
  JOIN memory_entry e ON e.scope_key = t.scope_key AND e.entry = t.entry
  JOIN memory_version v ON v.scope_key = t.scope_key AND v.entry = t.entry AND v.version = t.version
  LEFT JOIN memory_version p ON p.scope_key = t.scope_key AND p.entry = t.entry AND p.version = t.version - 1`;

interface Evidence {
  readonly sourceRefs: readonly { readonly name: string; readonly sourceId: string }[];
}

function toStoredChange(row: ChangeRow): StoredChange {
  const isEnd = row.op === "deactivate";
  const id = (version: string | null): string | null => version && `mem_ver_${version}`;
  const from = row.op === "revise" ? row.previous : isEnd ? row.version : null;
  const { sourceRefs } = row.evidence === null ? { sourceRefs: [] } : (JSON.parse(row.evidence) as Evidence);
  const source_refs = sourceRefs.map(({ name, sourceId }) => ({ name, source_id: sourceId }));
  // No client here makes an entry stand on an Experience.
  const content = { kind: row.kind, text: row.text, source_refs, artifact_refs: [] };
  return {
    op: row.op,
    entryId: `mem_ent_${row.entry}`,
    from: id(from),
    to: isEnd ? null : id(row.version),
    reason: row.reason,
    salt: row.salt,
    commitment: row.commitment,
    content: isEnd ? null : content,
  };
}
