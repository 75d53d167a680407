import { EntryIndex } from "../../src/memory/entry-index.js";
import { EntrySearchService } from "../../src/memory/entry-search.service.js";
import { IndexRebuildJob } from "../../src/memory/index-rebuild.job.js";
import { MemoryLock } from "../../src/memory/memory-lock.js";
import { MemoryWriterService } from "../../src/memory/memory-writer.service.js";
import { MemoryService } from "../../src/memory/memory.service.js";
import { RevisionWriter } from "../../src/memory/revision-writer.js";
import type { OpenAdapters } from "../conformance/harness.js";

/** The search and recall of entries over real adapters. */
export function entrySearchOver(adapters: OpenAdapters, rebuild = indexRebuildOver(adapters)): EntrySearchService {
  const { unitOfWork, heads, entries, terms } = adapters;
  return new EntrySearchService(unitOfWork, heads, entries, terms, rebuild);
}

export function indexRebuildOver(adapters: OpenAdapters): IndexRebuildJob {
  const { unitOfWork, heads, entries, terms } = adapters;
  return new IndexRebuildJob(unitOfWork, heads, entries, terms, new EntryIndex(terms));
}

/** The Memory operations over real adapters, wired as the module wires them. */
export function memoryServiceOver(adapters: OpenAdapters, rebuild = indexRebuildOver(adapters)): MemoryService {
  const { unitOfWork, ids, clock, scopes, heads, entries, revisions, terms } = adapters;
  const writer = new RevisionWriter(clock, heads, entries, revisions, new EntryIndex(terms));
  return new MemoryService(
    unitOfWork,
    entries,
    revisions,
    new MemoryWriterService(unitOfWork, ids, new MemoryLock(scopes, heads, revisions), entries, writer),
    entrySearchOver(adapters, rebuild),
  );
}
