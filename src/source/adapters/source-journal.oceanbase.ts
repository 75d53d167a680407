import { OCEANBASE_NOW } from "./clock.oceanbase.js";
import { SqlSourceJournal } from "./source-journal.repository.js";

export class OceanBaseSourceJournal extends SqlSourceJournal {
  constructor() {
    super(OCEANBASE_NOW);
  }
}
