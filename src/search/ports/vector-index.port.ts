import type { DerivedTable } from "../../kernel/derived-tables.port.js";
import type { ScopeKey } from "../../kernel/ids.js";
import type { SqlFragment, Tx } from "../../kernel/unit-of-work.port.js";
import type { DocVector, SpaceRef } from "../domain/vector.types.js";

/**
 * The vectors of documents, compared exactly and only inside a scope. It knows neither texts nor what a document is; it
 * answers with parts of a statement, whose reader joins them to heads and texts in one snapshot. `documents` is a derived
 * table (scope_key, doc, version) of those that must have vectors. Proven by test/conformance/vector-index.conformance.ts.
 */
export abstract class VectorIndex {
  /** The name that every table of vectors begins with. */
  abstract readonly tablePrefix: string;
  /** The table that holds vectors of this dimension. */
  abstract table(dimension: number): DerivedTable;
  /**
   * Gives documents their vectors, in place of earlier ones.
   *
   * @returns false, and nothing is written, when the deployment has moved on to another space.
   * @throws RangeError for a vector that does not fit the space
   */
  abstract put(tx: Tx, space: SpaceRef, scope: ScopeKey, docs: readonly DocVector[]): Promise<boolean>;
  /** Missing ones are no error. */
  abstract remove(tx: Tx, space: SpaceRef, scope: ScopeKey, docs: readonly number[]): Promise<void>;
  /**
   * A derived table (doc, distance) of at most `limit` documents: those without a vector of this space for their version
   * come first, with distance NULL; then the nearest, newest first among equals. Cosine distances in millionths.
   */
  abstract nearest(space: SpaceRef, documents: SqlFragment, query: Float32Array, limit: number): SqlFragment;
  /** A derived table (doc) of at most `limit` documents without a vector of this space for their version, ascending. */
  abstract missing(space: SpaceRef, documents: SqlFragment, limit: number): SqlFragment;
}
