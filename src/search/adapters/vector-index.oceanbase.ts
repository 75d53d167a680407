import type { DerivedTable } from "../../kernel/derived-tables.port.js";
import { SqlVectorIndex, type VectorTable } from "./vector-index.repository.js";

/**
 * A VECTOR column, compared exactly. Its type holds the dimension, so each dimension has a table of its own: a server that a
 * reindex has left behind goes on without errors and without harm.
 */
export class OceanBaseVectorIndex extends SqlVectorIndex {
  protected readonly distance = "cosine_distance(x.vector, ?)";
  protected readonly integer = "SIGNED";

  table(dimension: number): DerivedTable {
    const { name } = this.layout(dimension);
    return {
      name,
      sql: `CREATE TABLE IF NOT EXISTS ${name} (
              scope_key    BIGINT NOT NULL,
              entry        BIGINT NOT NULL,
              version      BIGINT NOT NULL,
              generation   BIGINT NOT NULL,
              content_hash BINARY(32) NOT NULL,
              vector       VECTOR(${String(dimension)}) NOT NULL,
              PRIMARY KEY (scope_key, entry)
            ) /*PARTITIONS*/`,
    };
  }

  protected layout(dimension: number): VectorTable {
    return {
      name: `${this.tablePrefix}_${String(dimension)}`,
      keyColumns: "scope_key, entry",
      keyValues: "?, ?",
      isRowOfDocument: "x.scope_key = d.scope_key AND x.entry = d.doc",
      isRow: "scope_key = ? AND entry = ?",
    };
  }
}
