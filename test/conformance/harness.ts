import { randomUUID } from "node:crypto";

import { asScopeId, type ScopeId } from "../../src/kernel/ids.js";
import type { DerivedTables } from "../../src/kernel/derived-tables.port.js";
import type { IdGenerator } from "../../src/kernel/id-generator.port.js";
import type { Clock } from "../../src/kernel/clock.port.js";
import type { ScopeDirectory } from "../../src/kernel/scope-directory.port.js";
import type { UnitOfWork } from "../../src/kernel/unit-of-work.port.js";
import type { EndedTexts } from "../../src/memory/ports/ended-texts.port.js";
import type { MemoryEntries } from "../../src/memory/ports/memory-entries.port.js";
import type { MemoryHeads } from "../../src/memory/ports/memory-heads.port.js";
import type { MemoryRevisions } from "../../src/memory/ports/memory-revisions.port.js";
import type { MemoryVectors } from "../../src/memory/ports/memory-vectors.port.js";
import type { Database } from "../../src/platform/database/index.js";
import type { ObservedStatement } from "../../src/platform/database/statement-observer.js";
import type { TermIndex, VectorIndex, VectorSpaces } from "../../src/search/index.js";
import type { SourceCursors } from "../../src/source/ports/source-cursors.port.js";
import type { SourceJournal } from "../../src/source/ports/source-journal.port.js";

/** Every port over one opened database, as the modules would bind them. */
export interface OpenAdapters {
  readonly database: Database;
  readonly unitOfWork: UnitOfWork;
  readonly clock: Clock;
  readonly ids: IdGenerator;
  readonly scopes: ScopeDirectory;
  readonly journal: SourceJournal;
  readonly cursors: SourceCursors;
  readonly heads: MemoryHeads;
  readonly entries: MemoryEntries;
  readonly ended: EndedTexts;
  readonly revisions: MemoryRevisions;
  readonly terms: TermIndex;
  readonly tables: DerivedTables;
  readonly vectorIndex: VectorIndex;
  readonly vectorSpaces: VectorSpaces;
  readonly memoryVectors: MemoryVectors;
  /** Every statement that ran since the last call, in order. */
  takeStatements(): readonly ObservedStatement[];
  close(): Promise<void>;
}

/** One adapter family. Suites share its database and isolate by scope. */
export interface AdapterFamily {
  readonly name: string;
  open(): Promise<OpenAdapters>;
}

/** A scope nobody else uses. */
export function freshScope(label = "scope"): ScopeId {
  return asScopeId(`${label}-${randomUUID()}`);
}
