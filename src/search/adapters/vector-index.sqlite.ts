import type { DerivedTable } from "../../kernel/derived-tables.port.js";
import { SqlVectorIndex, type VectorTable } from "./vector-index.repository.js";

/** An entry has its place behind its scope: 2^32 entries for each of 2^31 scopes. */
const PLACE = "* 4294967296 +";

/**
 * Plain BLOBs and the distance function of sqlite-vec. The row number is scope and document in one, so that the vectors of a
 * scope lie together, whenever they were written; in a table of two key columns they would lie where the file had room.
 */
export class SqliteVectorIndex extends SqlVectorIndex {
  protected readonly distance = "vec_distance_cosine(x.vector, ?)";
  protected readonly integer = "INTEGER";

  table(): DerivedTable {
    return {
      name: LAYOUT.name,
      sql: `CREATE TABLE IF NOT EXISTS ${LAYOUT.name} (
              place        INTEGER PRIMARY KEY,
              version      INTEGER NOT NULL,
              generation   INTEGER NOT NULL,
              content_hash BLOB NOT NULL,
              vector       BLOB NOT NULL
            ) STRICT`,
    };
  }

  protected layout(): VectorTable {
    return LAYOUT;
  }
}

const LAYOUT: VectorTable = {
  name: "memory_vector",
  keyColumns: "place",
  keyValues: `? ${PLACE} ?`,
  isRowOfDocument: `x.place = d.scope_key ${PLACE} d.doc`,
  isRow: `place = ? ${PLACE} ?`,
};
