import { EntryIndex } from "../../src/memory/entry-index.js";
import { EntrySearchService } from "../../src/memory/entry-search.service.js";
import { MemoryWriterService } from "../../src/memory/memory-writer.service.js";
import { MemoryService } from "../../src/memory/memory.service.js";
import { RevisionWriter } from "../../src/memory/revision-writer.js";
import type { OpenAdapters } from "../conformance/harness.js";

/** The Memory operations over real adapters, wired as the module wires them. */
export function memoryServiceOver(adapters: OpenAdapters): MemoryService {
  const { unitOfWork, ids, clock, scopes, heads, entries, revisions, terms, entrySearch } = adapters;
  const writer = new RevisionWriter(clock, heads, entries, revisions, new EntryIndex(terms));
  return new MemoryService(
    unitOfWork,
    entries,
    revisions,
    new MemoryWriterService(unitOfWork, ids, scopes, heads, entries, revisions, writer),
    new EntrySearchService(unitOfWork, heads, entries, terms, entrySearch),
  );
}
