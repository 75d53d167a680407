import type { Id16, ScopeId, ScopeKey } from "../../kernel/ids.js";
import type { DbSession, Tx } from "../../kernel/unit-of-work.port.js";
import type { Candidate, CandidateFamily } from "../domain/candidate.types.js";
import { proposalHash } from "../domain/proposal.policy.js";
import { Candidates, type CandidateSelection } from "../ports/candidates.port.js";
import { CANDIDATE_COLUMNS, type CandidateRow, evidenceText, proposalText, toCandidate } from "./review.rows.js";

const INSERT = {
  name: "candidate.insert",
  sql: `INSERT INTO candidate (scope_key, candidate_no, candidate_id, family, status, version, operation_id, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
};
const INSERT_VERSION = {
  name: "candidate-version.insert",
  sql: `INSERT INTO candidate_version (scope_key, candidate_no, version, proposal, proposal_hash, evidence, operation_id,
          target_artifact_id, target_revision, reason)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
};
const REVISE = {
  name: "candidate.revise",
  sql: "UPDATE candidate SET version = ?, operation_id = ? WHERE scope_key = ? AND candidate_no = ?",
};
const DECIDE = {
  name: "candidate.decide",
  sql: `UPDATE candidate SET status = ?, operation_id = ?, result_artifact_id = ?, result_revision = ?, decision_reason = ?
        WHERE scope_key = ? AND candidate_no = ?`,
};
const FROM_SCOPE = `FROM scope s JOIN candidate c ON c.scope_key = s.scope_key
        JOIN candidate_version v ON v.scope_key = c.scope_key AND v.candidate_no = c.candidate_no`;
const FIND = {
  name: "candidate.find",
  sql: `SELECT ${CANDIDATE_COLUMNS} ${FROM_SCOPE} AND v.version = c.version
        WHERE s.scope_id = ? AND c.candidate_id = ?`,
};
const FIND_VERSION = {
  name: "candidate.find-version",
  sql: `SELECT ${CANDIDATE_COLUMNS} ${FROM_SCOPE} AND v.version = ?
        WHERE s.scope_id = ? AND c.candidate_id = ?`,
};
const LIST = {
  name: "candidate.list",
  sql: `SELECT ${CANDIDATE_COLUMNS} ${FROM_SCOPE} AND v.version = c.version
        WHERE s.scope_id = ? AND c.status = ? AND c.candidate_no > ? AND c.family IN (?, ?)
        ORDER BY c.candidate_no LIMIT ?`,
};

const FAMILIES = ["experience", "skill"] as const satisfies readonly CandidateFamily[];

/** The inbox tables. The same statements on both databases. */
export class SqlCandidates extends Candidates {
  async insert(tx: Tx, scope: ScopeKey, candidate: Candidate): Promise<void> {
    const { candidateNo, candidateId, family, state, version, operationId, createdAt } = candidate;
    await tx.execute(INSERT, [scope, candidateNo, candidateId, family, state.kind, version, operationId, createdAt]);
    await this.insertVersion(tx, scope, candidate);
  }

  async find(session: DbSession, scopeId: ScopeId, candidateId: Id16): Promise<Candidate | undefined> {
    const [row] = await session.query<CandidateRow>(FIND, [scopeId, candidateId]);
    return row && toCandidate(row);
  }

  async findVersion(
    session: DbSession,
    scopeId: ScopeId,
    candidateId: Id16,
    version: number,
  ): Promise<Candidate | undefined> {
    const [row] = await session.query<CandidateRow>(FIND_VERSION, [version, scopeId, candidateId]);
    return row && toCandidate({ ...row, status: "pending", operation_id: row.version_operation_id });
  }

  async list(session: DbSession, scopeId: ScopeId, selection: CandidateSelection): Promise<readonly Candidate[]> {
    const { status, family, after, limit } = selection;
    const families = family === undefined ? FAMILIES : [family, family];
    const rows = await session.query<CandidateRow>(LIST, [scopeId, status, after, ...families, limit]);
    return rows.map(toCandidate);
  }

  async revise(tx: Tx, scope: ScopeKey, candidate: Candidate): Promise<void> {
    await this.insertVersion(tx, scope, candidate);
    await tx.execute(REVISE, [candidate.version, candidate.operationId, scope, candidate.candidateNo]);
  }

  async decide(tx: Tx, scope: ScopeKey, { state, operationId, candidateNo }: Candidate): Promise<void> {
    const result = state.kind === "approved" ? state.result : undefined;
    const reason = state.kind === "rejected" ? state.reason : null;
    await tx.execute(DECIDE, [
      state.kind,
      operationId,
      result?.artifactId ?? null,
      result?.revision ?? null,
      reason,
      scope,
      candidateNo,
    ]);
  }

  private async insertVersion(tx: Tx, scope: ScopeKey, candidate: Candidate): Promise<void> {
    const { candidateNo, version, proposal, operationId, target, reason } = candidate;
    await tx.execute(INSERT_VERSION, [
      scope,
      candidateNo,
      version,
      proposalText(proposal),
      proposalHash(proposal),
      evidenceText(candidate),
      operationId,
      target?.artifactId ?? null,
      target?.revision ?? null,
      reason ?? null,
    ]);
  }
}
