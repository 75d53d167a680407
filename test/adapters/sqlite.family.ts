import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { SqlEndedTexts } from "../../src/memory/adapters/ended-texts.repository.js";
import { SqlMemoryEntries } from "../../src/memory/adapters/memory-entries.repository.js";
import { SqlMemoryHeads } from "../../src/memory/adapters/memory-heads.repository.js";
import { SqlMemoryRevisions } from "../../src/memory/adapters/memory-revisions.repository.js";
import { SqlMemoryVectors } from "../../src/memory/adapters/memory-vectors.repository.js";
import { SqliteDatabase } from "../../src/platform/database/database.sqlite.js";
import { RandomIdGenerator } from "../../src/platform/database/random-id-generator.js";
import { SqlScopeDirectory } from "../../src/platform/database/scope-directory.repository.js";
import type { ObservedStatement } from "../../src/platform/database/statement-observer.js";
import { SystemClock } from "../../src/platform/database/system-clock.js";
import { SqliteTermIndex } from "../../src/search/adapters/term-index.sqlite.js";
import { SqliteVectorIndex } from "../../src/search/adapters/vector-index.sqlite.js";
import { SqlVectorSpaces } from "../../src/search/adapters/vector-spaces.repository.js";
import { SqliteSourceCursors } from "../../src/source/adapters/source-cursors.sqlite.js";
import { SqliteSourceJournal } from "../../src/source/adapters/source-journal.sqlite.js";
import type { AdapterFamily } from "../conformance/harness.js";

/** A SQLite file of its own in a temporary folder. */
export const sqliteFamily: AdapterFamily = {
  name: "SQLite",
  async open() {
    const folder = await mkdtemp(join(tmpdir(), "powercontext-"));
    const statements: ObservedStatement[] = [];
    const clock = new SystemClock();
    const database = await SqliteDatabase.open({
      config: { kind: "sqlite", path: join(folder, "test.db"), readers: 2 },
      clock,
      observer: (observed) => statements.push(observed),
      withVectors: true,
    });
    return {
      database,
      unitOfWork: database.unitOfWork,
      clock,
      ids: new RandomIdGenerator(),
      scopes: new SqlScopeDirectory(),
      journal: new SqliteSourceJournal(),
      cursors: new SqliteSourceCursors(),
      heads: new SqlMemoryHeads(),
      entries: new SqlMemoryEntries(),
      ended: new SqlEndedTexts(),
      revisions: new SqlMemoryRevisions(),
      terms: new SqliteTermIndex(),
      tables: database.tables,
      vectorIndex: new SqliteVectorIndex(),
      vectorSpaces: new SqlVectorSpaces(),
      memoryVectors: new SqlMemoryVectors(),
      takeStatements: () => statements.splice(0),
      async close() {
        await database.close();
        await rm(folder, { recursive: true });
      },
    };
  },
};
