import { join } from "node:path";

import { sqliteFamily } from "../../test/adapters/sqlite.family.js";
import { SqliteLoader } from "./bulk-loader.sqlite.js";
import { DATABASE_FILE, openConnection } from "./database-file.js";
import type { Target } from "./target.js";

/** The file in the data directory. */
export const sqliteTarget: Target = {
  kind: "sqlite",
  settings: () => Promise.resolve({}),
  openLoader: (dataDir, texts) => SqliteLoader.open(join(dataDir, DATABASE_FILE), texts),
  openSession: (dataDir) => openConnection(join(dataDir, DATABASE_FILE)),
  openAdapters: () => sqliteFamily.open(),
  close: () => Promise.resolve(),
};
