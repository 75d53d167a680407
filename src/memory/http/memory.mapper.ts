import { asScopeId, type ScopeId } from "../../kernel/ids.js";
import {
  fromArtifactReference,
  toArtifactReference,
  toArtifactReferenceOrNull,
  toSourceReference,
} from "../../platform/http/wire/references.mapper.js";
import type { Wire } from "../../platform/http/wire/wire.types.js";
import type { FlushResult } from "../domain/flush.types.js";
import type {
  EntryChange,
  MemoryCitation,
  MemoryEntry,
  MemoryHistory,
  MemoryHit,
  MemoryMutation,
  MemorySnapshot,
  RememberCommand,
  RetireCommand,
  RevisionChanges,
  ReviseCommand,
  SearchQuery,
  SearchResult,
} from "../domain/memory.types.js";
import { DEFAULT_INCLUDE_INACTIVE } from "./list-memory-entries.dto.js";
import { DEFAULT_LIMIT, DEFAULT_MODE } from "./search-memory.dto.js";

export function toFlushScope(body: Wire<"FlushMemoryRequest">): ScopeId {
  return asScopeId(body.scope_id);
}

export function toRememberCommand(body: Wire<"RememberMemoryRequest">): RememberCommand {
  return {
    scopeId: asScopeId(body.scope_id),
    kind: body.kind,
    text: body.text,
    reason: body.reason ?? undefined,
    expectedRevision: body.expected_revision ?? undefined,
  };
}

export function toSearchQuery(body: Wire<"SearchMemoryRequest">): SearchQuery {
  return {
    scopeId: asScopeId(body.scope_id),
    query: body.query,
    limit: body.limit ?? DEFAULT_LIMIT,
    mode: body.mode ?? DEFAULT_MODE,
  };
}

export function toListQuery(body: Wire<"ListMemoryEntriesRequest">): { scopeId: ScopeId; includeInactive: boolean } {
  return {
    scopeId: asScopeId(body.scope_id),
    includeInactive: body.include_inactive ?? DEFAULT_INCLUDE_INACTIVE,
  };
}

export function toGetQuery(body: Wire<"GetMemoryEntryRequest">): { scopeId: ScopeId; citation: MemoryCitation } {
  return { scopeId: asScopeId(body.scope_id), citation: fromCitation(body.citation) };
}

export function toReviseCommand(body: Wire<"ReviseMemoryEntryRequest">): ReviseCommand {
  return {
    scopeId: asScopeId(body.scope_id),
    citation: fromCitation(body.citation),
    kind: body.kind,
    text: body.text,
    reason: body.reason ?? undefined,
  };
}

export function toRetireCommand(body: Wire<"RetireMemoryEntryRequest">): RetireCommand {
  return {
    scopeId: asScopeId(body.scope_id),
    citation: fromCitation(body.citation),
    reason: body.reason ?? undefined,
  };
}

export function toChangesQuery(body: Wire<"ListMemoryChangesRequest">): {
  scopeId: ScopeId;
  sinceRevision: number | undefined;
} {
  return { scopeId: asScopeId(body.scope_id), sinceRevision: body.since_revision ?? undefined };
}

export function toFlushResponse(result: FlushResult): Wire<"FlushMemoryResponse"> {
  const isIdle = result.kind === "idle";
  return {
    status: result.kind,
    previous_cursor: isIdle ? result.cursor : result.previousCursor,
    current_cursor: isIdle ? result.cursor : result.currentCursor,
    high_watermark: result.highWatermark,
    processed_source_count: isIdle ? 0 : result.sources,
    memory: toArtifactReferenceOrNull(isIdle ? undefined : result.memory),
  };
}

export function toMutationResponse(mutation: MemoryMutation): Wire<"MemoryMutationResponse"> {
  return { memory: toArtifactReference(mutation.memory), entry: toMemoryEntry(mutation.entry) };
}

export function toSearchResponse(result: SearchResult): Wire<"SearchMemoryResponse"> {
  return {
    memory: toArtifactReferenceOrNull(result.memory),
    mode: result.mode ?? null,
    hits: result.hits.map(toMemoryHit),
  };
}

export function toListResponse(snapshot: MemorySnapshot): Wire<"ListMemoryEntriesResponse"> {
  return { memory: toArtifactReferenceOrNull(snapshot.memory), entries: snapshot.entries.map(toMemoryEntry) };
}

export function toChangesResponse(history: MemoryHistory): Wire<"ListMemoryChangesResponse"> {
  return { memory: toArtifactReferenceOrNull(history.memory), revisions: history.revisions.map(toRevisionChanges) };
}

export function toMemoryEntry(entry: MemoryEntry): Wire<"MemoryEntry"> {
  return {
    citation: toCitation(entry.citation),
    version: entry.version,
    kind: entry.kind,
    text: entry.text,
    state: entry.state,
    source_refs: entry.sourceRefs.map(toSourceReference),
    artifact_refs: entry.artifactRefs.map(toArtifactReference),
  };
}

function toMemoryHit(hit: MemoryHit): Wire<"MemoryHit"> {
  return { citation: toCitation(hit.citation), text: hit.text, score: hit.score, matched_by: [...hit.matchedBy] };
}

function toRevisionChanges(revision: RevisionChanges): Wire<"MemoryRevisionChanges"> {
  return { memory_ref: toArtifactReference(revision.memoryRef), changes: revision.changes.map(toEntryChange) };
}

function toEntryChange(change: EntryChange): Wire<"EntryChange"> {
  return {
    op: change.op,
    entry_id: change.entryId,
    from_entry_version_id: change.fromEntryVersionId ?? null,
    to_entry_version_id: change.toEntryVersionId ?? null,
    reason: change.reason ?? null,
  };
}

function toCitation(citation: MemoryCitation): Wire<"MemoryCitation"> {
  return {
    memory_ref: toArtifactReference(citation.memoryRef),
    entry_id: citation.entryId,
    entry_version_id: citation.entryVersionId,
  };
}

function fromCitation(wire: Wire<"MemoryCitation">): MemoryCitation {
  return {
    memoryRef: fromArtifactReference(wire.memory_ref),
    entryId: wire.entry_id,
    entryVersionId: wire.entry_version_id,
  };
}
