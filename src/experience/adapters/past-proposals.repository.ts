import type { ScopeKey } from "../../kernel/ids.js";
import type { DbSession } from "../../kernel/unit-of-work.port.js";
import { padded, repeated } from "../../platform/database/sql-lists.js";
import { PastProposals, type PastProposal } from "../ports/past-proposals.port.js";
import { parseProposal } from "./review.rows.js";

const knownOf = (hashes: number) => ({
  name: "candidate-version.known-proposals",
  sql: `SELECT proposal_hash FROM candidate_version
        WHERE scope_key = ? AND proposal_hash IN (${repeated("?", hashes)})`,
});
const LATEST = {
  name: "candidate.latest-proposals",
  sql: `SELECT c.candidate_no, v.proposal
        FROM candidate c JOIN candidate_version v
          ON v.scope_key = c.scope_key AND v.candidate_no = c.candidate_no AND v.version = c.version
        WHERE c.scope_key = ? AND c.candidate_no > ? ORDER BY c.candidate_no DESC LIMIT ?`,
};

/** Sizes of a list of hashes, each one more SQL text. */
const LIST_SIZES = [1, 8] as const;
/** No proposal has it. */
const NO_HASH = Buffer.alloc(0);

/** The same statements on both databases. */
export class SqlPastProposals extends PastProposals {
  async known(session: DbSession, scope: ScopeKey, hashes: readonly Buffer[]): Promise<readonly Buffer[]> {
    if (hashes.length === 0) return [];
    const list = padded<Buffer>(hashes, LIST_SIZES, NO_HASH);
    const rows = await session.query<{ proposal_hash: Buffer }>(knownOf(list.length), [scope, ...list]);
    return rows.map((row) => row.proposal_hash);
  }

  async latest(session: DbSession, scope: ScopeKey, after: number, limit: number): Promise<readonly PastProposal[]> {
    const rows = await session.query<{ candidate_no: number; proposal: string }>(LATEST, [scope, after, limit]);
    return rows.map((row) => ({ candidateNo: row.candidate_no, proposal: parseProposal(row.proposal) }));
  }
}
