import { Injectable } from "@nestjs/common";

import type { ScopeId, ScopeKey } from "../kernel/ids.js";
import { utf8Length } from "../kernel/unicode.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { partsOf } from "../source/index.js";
import { boundedEntries, inTurns } from "./domain/relevance.policy.js";
import type { StoredEntry } from "./domain/stored-entry.js";
import { entryIdOf, parseEntryId } from "./domain/wire-ids.policy.js";
import { EntrySearchService } from "./entry-search.service.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";

/** One search looks at so much text, and its best hits count. */
const QUERY_BYTES = 6 * 1024;
const HITS = 10;
const MOST_ENTRIES = 40;
const MOST_BYTES = 24 * 1024;

/** The active entries that texts may be about: few and bounded, never the whole Memory. */
@Injectable()
export class RelevantEntries {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly search: EntrySearchService,
    private readonly entries: MemoryEntries,
  ) {}

  /** Most relevant first, each as it is now. */
  async of(at: { readonly scopeId: ScopeId; readonly scope: ScopeKey }, text: string): Promise<readonly StoredEntry[]> {
    const found: string[][] = [];
    for (const query of partsOf(text, QUERY_BYTES)) {
      const { hits } = await this.search.search(this.unitOfWork.reader, {
        scopeId: at.scopeId,
        query,
        limit: HITS,
        mode: "fts",
      });
      found.push(hits.map(({ citation }) => citation.entryId));
    }
    const ids = inTurns(found).slice(0, MOST_ENTRIES);
    const wanted = ids.flatMap((id) => parseEntryId(id) ?? []);
    const stored = await this.entries.findAll(this.unitOfWork.reader, at.scope, wanted);
    const byId = new Map(stored.map((entry) => [entryIdOf(entry.entryId), entry]));
    const active = ids.flatMap((id) => byId.get(id) ?? []).filter(({ state }) => state === "active");
    return boundedEntries(active, ({ content }) => utf8Length(content.text), MOST_BYTES);
  }
}
