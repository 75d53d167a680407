import { OCEANBASE_NOW } from "./clock.oceanbase.js";
import { SqlSourceCursors } from "./source-cursors.repository.js";

export class OceanBaseSourceCursors extends SqlSourceCursors {
  constructor() {
    super(OCEANBASE_NOW);
  }
}
