import { SqlEndedTexts } from "../../src/memory/adapters/ended-texts.repository.js";
import { SqlMemoryEntries } from "../../src/memory/adapters/memory-entries.repository.js";
import { SqlMemoryHeads } from "../../src/memory/adapters/memory-heads.repository.js";
import { SqlMemoryRevisions } from "../../src/memory/adapters/memory-revisions.repository.js";
import { SqlMemoryVectors } from "../../src/memory/adapters/memory-vectors.repository.js";
import { OceanBaseConfig } from "../../src/platform/config/oceanbase.config.js";
import { OceanBaseDatabase } from "../../src/platform/database/database.oceanbase.js";
import { RandomIdGenerator } from "../../src/platform/database/random-id-generator.js";
import { SqlScopeDirectory } from "../../src/platform/database/scope-directory.repository.js";
import type { ObservedStatement } from "../../src/platform/database/statement-observer.js";
import { SystemClock } from "../../src/platform/database/system-clock.js";
import { OceanBaseTermIndex } from "../../src/search/adapters/term-index.oceanbase.js";
import { OceanBaseVectorIndex } from "../../src/search/adapters/vector-index.oceanbase.js";
import { SqlVectorSpaces } from "../../src/search/adapters/vector-spaces.repository.js";
import { OceanBaseSourceCursors } from "../../src/source/adapters/source-cursors.oceanbase.js";
import { OceanBaseSourceJournal } from "../../src/source/adapters/source-journal.oceanbase.js";
import { engineUrl } from "../support/test-database.js";
import type { AdapterFamily, OpenAdapters } from "../conformance/harness.js";

/** The database `test` of the engine, shared by all suites. */
export const oceanbaseFamily: AdapterFamily = {
  name: "OceanBase",
  open: () => openOceanBaseAdapters(new OceanBaseConfig({ ...engineUrl(), poolSize: 8, statementTimeoutMs: 10_000 })),
};

export async function openOceanBaseAdapters(config: OceanBaseConfig): Promise<OpenAdapters> {
  const statements: ObservedStatement[] = [];
  const clock = new SystemClock();
  const database = await OceanBaseDatabase.open({ config, clock, observer: (observed) => statements.push(observed) });
  return {
    database,
    unitOfWork: database.unitOfWork,
    clock,
    ids: new RandomIdGenerator(),
    scopes: new SqlScopeDirectory(),
    journal: new OceanBaseSourceJournal(),
    cursors: new OceanBaseSourceCursors(),
    heads: new SqlMemoryHeads(),
    entries: new SqlMemoryEntries(),
    ended: new SqlEndedTexts(),
    revisions: new SqlMemoryRevisions(),
    terms: new OceanBaseTermIndex(),
    tables: database.tables,
    vectorIndex: new OceanBaseVectorIndex(),
    vectorSpaces: new SqlVectorSpaces(),
    memoryVectors: new SqlMemoryVectors(),
    takeStatements: () => statements.splice(0),
    close: () => database.close(),
  };
}
