import { Injectable } from "@nestjs/common";

import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { TermIndex } from "../search/index.js";
import type { SearchQuery, SearchResult } from "./domain/memory.types.js";
import { EntrySearch } from "./ports/entry-search.port.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";

@Injectable()
export class EntrySearchService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly heads: MemoryHeads,
    private readonly entries: MemoryEntries,
    private readonly terms: TermIndex,
    private readonly entrySearch: EntrySearch,
  ) {}

  search(query: SearchQuery): Promise<SearchResult> {
    throw new Error("soon" + query.mode);
  }
}
