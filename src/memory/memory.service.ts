import { Injectable } from "@nestjs/common";

import type { ScopeId } from "../kernel/ids.js";
import type { ArtifactReference } from "../kernel/references.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { entryNotFound, memoryNotFound } from "./domain/citation.policy.js";
import { groupByRevision } from "./domain/history.policy.js";
import type {
  MemoryCitation,
  MemoryEntry,
  MemoryHistory,
  MemoryMutation,
  MemorySnapshot,
  RememberCommand,
  RetireCommand,
  ReviseCommand,
  SearchQuery,
  SearchResult,
} from "./domain/memory.types.js";
import { toMemoryEntry } from "./domain/stored-entry.js";
import { isThisMemory, memoryReference, parseEntryId, versionIdOf } from "./domain/wire-ids.policy.js";
import { EntrySearchService } from "./entry-search.service.js";
import { MemoryWriterService } from "./memory-writer.service.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";
import { MemoryRevisions } from "./ports/memory-revisions.port.js";

/** The operations of Memory, for controllers, tools and jobs (RFC 0020). Each read is one snapshot. */
@Injectable()
export class MemoryService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly entries: MemoryEntries,
    private readonly revisions: MemoryRevisions,
    private readonly writer: MemoryWriterService,
    private readonly entrySearch: EntrySearchService,
  ) {}

  /** Appends one entry, or finds it already there. @throws DomainError memory_not_found, revision_conflict */
  remember(command: RememberCommand): Promise<MemoryMutation> {
    return this.writer.remember(command);
  }

  /** @throws DomainError memory_not_found, revision_conflict, memory_entry_inactive */
  revise(command: ReviseCommand): Promise<MemoryMutation> {
    return this.writer.revise(command);
  }

  /** @throws DomainError memory_not_found, revision_conflict */
  retire(command: RetireCommand): Promise<MemoryMutation> {
    return this.writer.retire(command);
  }

  /** The best hits of the head. @throws DomainError capability_not_supported */
  search(query: SearchQuery): Promise<SearchResult> {
    return this.entrySearch.search(this.unitOfWork.reader, query);
  }

  async list(query: { readonly scopeId: ScopeId; readonly includeInactive: boolean }): Promise<MemorySnapshot> {
    const snapshot = await this.entries.list(this.unitOfWork.reader, query.scopeId, query.includeInactive);
    if (snapshot === undefined) return { memory: undefined, entries: [] };
    return {
      memory: memoryReference(snapshot.revision),
      entries: snapshot.entries.map((entry) => toMemoryEntry(entry, snapshot.revision)),
    };
  }

  /** Exactly the cited version, with the state it had in the cited Revision. @throws DomainError memory_not_found */
  async get(query: { readonly scopeId: ScopeId; readonly citation: MemoryCitation }): Promise<MemoryEntry> {
    const { memoryRef, entryId: wireEntryId, entryVersionId } = query.citation;
    const entryId = parseEntryId(wireEntryId) ?? UNKNOWN_ENTRY;
    const found = await this.revisions.entryIn(this.unitOfWork.reader, query.scopeId, memoryRef.revision, entryId);
    if (found === undefined) throw memoryNotFound();
    requireExistingRevision(memoryRef, found.head);
    if (found.entry === undefined || versionIdOf(found.entry.versionId) !== entryVersionId) throw entryNotFound();
    return toMemoryEntry(found.entry, memoryRef.revision);
  }

  /**
   * The delta after Revision `sinceRevision`: 0 is the whole history, undefined the head's own Revision.
   *
   * @throws DomainError memory_not_found when a positive Revision never existed
   */
  async changes(query: {
    readonly scopeId: ScopeId;
    readonly sinceRevision: number | undefined;
  }): Promise<MemoryHistory> {
    const since = query.sinceRevision;
    const found = await this.revisions.changesSince(this.unitOfWork.reader, query.scopeId, since);
    if (found === undefined) return { memory: undefined, revisions: [] };
    if (since !== undefined && since > found.head) throw memoryNotFound("The Memory has no such Revision.");
    return { memory: memoryReference(found.head), revisions: groupByRevision(found.changes) };
  }
}

/** No entry has it, so that an id we never gave out is answered by the same statement as any other unknown one. */
const UNKNOWN_ENTRY = Buffer.alloc(16);

function requireExistingRevision(reference: ArtifactReference, head: number): void {
  if (!isThisMemory(reference)) throw memoryNotFound("The citation names another Memory.");
  if (reference.revision > head) throw memoryNotFound("The Memory has no such Revision.");
}
