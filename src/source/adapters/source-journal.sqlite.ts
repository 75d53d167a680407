import { SQLITE_NOW } from "./clock.sqlite.js";
import { SqlSourceJournal } from "./source-journal.repository.js";

export class SqliteSourceJournal extends SqlSourceJournal {
  constructor() {
    super(SQLITE_NOW);
  }
}
