import type { DerivedTable } from "../../kernel/derived-tables.port.js";
import type { ScopeKey } from "../../kernel/ids.js";
import type { SqlFragment, SqlValue, Tx } from "../../kernel/unit-of-work.port.js";
import { DISTANCE_UNIT, vectorBytes } from "../domain/vector.policy.js";
import type { DocVector, SpaceRef } from "../domain/vector.types.js";
import { VectorIndex } from "../ports/vector-index.port.js";

/** How a database stores vectors and finds the row of a document. */
export interface VectorTable {
  readonly name: string;
  /** Columns of the key, and the expressions that make it from the place holders of a scope and a document. */
  readonly keyColumns: string;
  readonly keyValues: string;
  /** The same as a condition on the alias `x` and the table `d` of documents, or without alias on place holders. */
  readonly isRowOfDocument: string;
  readonly isRow: string;
}

/** The vector tables: what both databases run alike. */
export abstract class SqlVectorIndex extends VectorIndex {
  readonly tablePrefix = "memory_vector";

  abstract override table(dimension: number): DerivedTable;

  async put(tx: Tx, space: SpaceRef, scope: ScopeKey, docs: readonly DocVector[]): Promise<boolean> {
    const { name, keyColumns, keyValues } = this.layout(space.dimension);
    // The condition makes a server whose space is no longer the deployment's write nothing.
    const statement = {
      name: "vector-index.put",
      sql: `REPLACE INTO ${name} (${keyColumns}, version, generation, content_hash, vector)
            SELECT ${keyValues}, ?, p.generation, ?, ? FROM vector_profile p WHERE p.slot = 1 AND p.generation = ?`,
    };
    const rows = docs.map(({ doc, version, contentHash, vector }): readonly SqlValue[] => [
      ...[scope, doc, version, contentHash],
      ...[vectorBytes(vector, space.dimension), space.generation],
    ]);
    for (const row of rows) {
      if ((await tx.execute(statement, row)) === 0) return false;
    }
    return true;
  }

  async remove(tx: Tx, space: SpaceRef, scope: ScopeKey, docs: readonly number[]): Promise<void> {
    const { name, isRow } = this.layout(space.dimension);
    const statement = { name: "vector-index.remove", sql: `DELETE FROM ${name} WHERE ${isRow}` };
    for (const doc of docs) await tx.execute(statement, [scope, doc]);
  }

  nearest(space: SpaceRef, documents: SqlFragment, query: Float32Array, limit: number): SqlFragment {
    // Without the CASE a distance to nothing would be an error on SQLite.
    return {
      sql: `SELECT d.doc, CASE WHEN x.vector IS NULL THEN NULL
              ELSE CAST(ROUND(${this.distance} * ${String(DISTANCE_UNIT)}) AS ${this.integer}) END AS distance
            FROM (${documents.sql}) d LEFT JOIN ${this.vectorsOf(space)}
            ORDER BY distance, d.doc DESC LIMIT ?`,
      parameters: [vectorBytes(query, space.dimension), ...documents.parameters, space.generation, limit],
    };
  }

  missing(space: SpaceRef, documents: SqlFragment, limit: number): SqlFragment {
    return {
      sql: `SELECT d.doc FROM (${documents.sql}) d LEFT JOIN ${this.vectorsOf(space)}
            WHERE x.version IS NULL ORDER BY d.doc LIMIT ?`,
      parameters: [...documents.parameters, space.generation, limit],
    };
  }

  /** The cosine distance of `x.vector` to a place holder. */
  protected abstract readonly distance: string;
  /** The integer type of a CAST. */
  protected abstract readonly integer: string;
  protected abstract layout(dimension: number): VectorTable;

  private vectorsOf({ dimension }: SpaceRef): string {
    const { name, isRowOfDocument } = this.layout(dimension);
    return `${name} x ON ${isRowOfDocument} AND x.version = d.version AND x.generation = ?`;
  }
}
