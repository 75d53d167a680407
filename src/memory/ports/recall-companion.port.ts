import type { ScopeId } from "../../kernel/ids.js";
import type { SqlFragment } from "../../kernel/unit-of-work.port.js";
import type { FrequencyRequest, SegmentedQuery } from "../../search/index.js";

/** A row of a companion, as it came. */
export interface CompanionRow {
  readonly hit: string;
  readonly text: string | null;
}

/** A query, and what an index is asked about it. */
export interface AskedQuery {
  readonly query: SegmentedQuery;
  readonly request: FrequencyRequest;
}

/**
 * What another feature has found for the query of a recall, read in the same statements, so that both are of one snapshot.
 * Memory knows its rows only as rows. Both fragments are derived tables (hit, text).
 */
export abstract class RecallCompanion {
  /** What `arm` needs to know, read with the head of the Memory: one row, or none when the scope has nothing to be found. */
  abstract head(scopeId: ScopeId, asked: AskedQuery): SqlFragment;
  /** What is read with the hits, in no order; undefined when there is nothing to read. */
  abstract arm(head: CompanionRow, asked: AskedQuery): SqlFragment | undefined;
}
