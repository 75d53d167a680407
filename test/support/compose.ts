import { DerivedData } from "../../src/memory/derived-data.js";
import { EntryIndex } from "../../src/memory/entry-index.js";
import { EntrySearchService } from "../../src/memory/entry-search.service.js";
import { IndexBuilder } from "../../src/memory/index-builder.js";
import { IndexRebuildJob } from "../../src/memory/index-rebuild.job.js";
import { MemoryLock } from "../../src/memory/memory-lock.js";
import { MemoryWriterService } from "../../src/memory/memory-writer.service.js";
import { MemoryService } from "../../src/memory/memory.service.js";
import { RevisionWriter } from "../../src/memory/revision-writer.js";
import type { OpenAdapters } from "../conformance/harness.js";
import { vectorsOver } from "./compose-vectors.js";

/** The search and recall of entries over real adapters. */
export function entrySearchOver(
  adapters: OpenAdapters,
  rebuild = indexRebuildOver(adapters),
  vectors = vectorsOver(adapters),
): EntrySearchService {
  const { heads, entries, terms } = adapters;
  return new EntrySearchService(heads, entries, terms, rebuild, vectors.search);
}

export function indexRebuildOver(adapters: OpenAdapters): IndexRebuildJob {
  const { unitOfWork, heads, entries, ended, terms } = adapters;
  const builder = new IndexBuilder(heads, entries, ended, new EntryIndex(terms));
  return new IndexRebuildJob(unitOfWork, terms, builder);
}

/** The Memory operations over real adapters, wired as the module wires them. */
export function memoryServiceOver(
  adapters: OpenAdapters,
  rebuild = indexRebuildOver(adapters),
  vectors = vectorsOver(adapters),
): MemoryService {
  const { unitOfWork, ids, clock, scopes, heads, entries, revisions, terms } = adapters;
  const writer = new RevisionWriter(
    clock,
    heads,
    entries,
    revisions,
    new DerivedData(new EntryIndex(terms), vectors.entryVectors),
  );
  return new MemoryService(
    unitOfWork,
    entries,
    revisions,
    new MemoryWriterService(unitOfWork, ids, new MemoryLock(scopes, heads, revisions), entries, writer),
    entrySearchOver(adapters, rebuild, vectors),
  );
}
