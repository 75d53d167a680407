import { SQLITE_NOW } from "./clock.sqlite.js";
import { SqlSourceCursors } from "./source-cursors.repository.js";

export class SqliteSourceCursors extends SqlSourceCursors {
  constructor() {
    super(SQLITE_NOW);
  }
}
