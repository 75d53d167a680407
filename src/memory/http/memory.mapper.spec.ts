import { violations } from "../../../test/support/contract.js";
import type { MemoryCitation, MemoryEntry } from "../domain/memory.types.js";
import {
  toChangesQuery,
  toChangesResponse,
  toFlushResponse,
  toFlushScope,
  toGetQuery,
  toListQuery,
  toListResponse,
  toMutationResponse,
  toRememberCommand,
  toRetireCommand,
  toReviseCommand,
  toSearchQuery,
  toSearchResponse,
} from "./memory.mapper.js";

const memoryRef = { family: "memory", artifactId: "memory", revision: 7 };
const wireRef = { family: "memory", artifact_id: "memory", revision: 7 };
const citation: MemoryCitation = { memoryRef, entryId: "mem_ent_1", entryVersionId: "mem_ver_2" };
const wireCitation = { memory_ref: wireRef, entry_id: "mem_ent_1", entry_version_id: "mem_ver_2" };

const sourceRefs = [{ name: "content", sourceId: "s-1" }];
const artifactRefs = [{ family: "experience", artifactId: "exp_1", revision: 3 }];
const content = { version: 2, kind: "fact", text: "Water boils.", state: "inactive" } as const;
const entry: MemoryEntry = { citation, ...content, sourceRefs, artifactRefs };
const wireEntry = {
  citation: wireCitation,
  ...content,
  source_refs: [{ name: "content", source_id: "s-1" }],
  artifact_refs: [{ family: "experience", artifact_id: "exp_1", revision: 3 }],
};

describe("flushes", () => {
  it("that were idle stand where they stood", () => {
    expect(toFlushScope({ scope_id: " A " })).toBe(" A ");
    const wire = toFlushResponse({ kind: "idle", cursor: 4, highWatermark: 5 });
    expect(violations("FlushMemoryResponse", wire)).toEqual([]);
    expect(wire).toEqual({
      status: "idle",
      previous_cursor: 4,
      current_cursor: 4,
      high_watermark: 5,
      processed_source_count: 0,
      memory: null,
    });
  });

  it("that processed a window say which, and name the head after it", () => {
    const window = { kind: "processed", previousCursor: 4, currentCursor: 6, highWatermark: 9, sources: 2 } as const;
    const wire = toFlushResponse({ ...window, memory: memoryRef });
    expect(violations("FlushMemoryResponse", wire)).toEqual([]);
    expect(wire).toEqual({
      status: "processed",
      previous_cursor: 4,
      current_cursor: 6,
      high_watermark: 9,
      processed_source_count: 2,
      memory: wireRef,
    });
    expect(toFlushResponse({ ...window, memory: undefined }).memory).toBeNull();
  });
});

describe("requests", () => {
  it("take null and absence for the same", () => {
    const body = { scope_id: " A ", kind: " fact ", text: " t " };
    const command = { scopeId: " A ", kind: " fact ", text: " t ", reason: undefined, expectedRevision: undefined };
    expect(toRememberCommand(body)).toEqual(command);
    expect(toRememberCommand({ ...body, reason: null, expected_revision: null })).toEqual(command);
    expect(toChangesQuery({ scope_id: "s", since_revision: null })).toEqual({ scopeId: "s", sinceRevision: undefined });
    expect(toRetireCommand({ scope_id: "s", citation: wireCitation, reason: null }).reason).toBeUndefined();
  });

  it("keep what was sent, 0 and false and blank included", () => {
    expect(toRememberCommand({ scope_id: "s", kind: "k", text: "t", reason: " ", expected_revision: 4 })).toMatchObject(
      {
        reason: " ",
        expectedRevision: 4,
      },
    );
    expect(toChangesQuery({ scope_id: "s", since_revision: 0 }).sinceRevision).toBe(0);
    expect(toSearchQuery({ scope_id: "s", query: "q", limit: 3, mode: "fts" })).toMatchObject({
      limit: 3,
      mode: "fts",
    });
    expect(toListQuery({ scope_id: "s", include_inactive: true }).includeInactive).toBe(true);
    expect(toGetQuery({ scope_id: "s", citation: wireCitation })).toEqual({ scopeId: "s", citation });
    const revise = { scope_id: "s", citation: wireCitation, kind: "k", text: "t", reason: "why" };
    expect(toReviseCommand(revise)).toEqual({ scopeId: "s", citation, kind: "k", text: "t", reason: "why" });
  });

  it("mean the defaults of the contract by what they leave out", () => {
    expect(toSearchQuery({ scope_id: "s", query: "q" })).toEqual({ scopeId: "s", query: "q", limit: 10, mode: "auto" });
    expect(toListQuery({ scope_id: "s" })).toEqual({ scopeId: "s", includeInactive: false });
  });
});

describe("answers", () => {
  it("are exactly the fields of the contract", () => {
    const mutation = toMutationResponse({ memory: memoryRef, entry });
    expect(mutation).toEqual({ memory: wireRef, entry: wireEntry });
    expect(violations("MemoryMutationResponse", mutation)).toEqual([]);
  });

  it("leave out what the contract does not name", () => {
    const more = { ...entry, salt: "secret", citation: { ...citation, hash: "secret" } };
    expect(toMutationResponse({ memory: memoryRef, entry: more })).toEqual({ memory: wireRef, entry: wireEntry });
  });

  it("say null where there is no Memory", () => {
    const nothing = { memory: undefined, mode: undefined, hits: [], entries: [], revisions: [] };
    expect(toSearchResponse(nothing)).toEqual({ memory: null, mode: null, hits: [] });
    expect(toListResponse(nothing)).toEqual({ memory: null, entries: [] });
    expect(toChangesResponse(nothing)).toEqual({ memory: null, revisions: [] });
  });

  it("show hits with their scores and arms", () => {
    const answer = toSearchResponse({
      memory: memoryRef,
      mode: "fts",
      hits: [{ citation, text: "t", score: 0.25, matchedBy: ["fts"] }],
    });
    const hit = { citation: wireCitation, text: "t", score: 0.25, matched_by: ["fts"] };
    expect(answer).toEqual({ memory: wireRef, mode: "fts", hits: [hit] });
    expect(violations("SearchMemoryResponse", answer)).toEqual([]);
  });

  it("always name both versions and the reason of a change", () => {
    const added = {
      op: "add",
      entryId: "e",
      fromEntryVersionId: undefined,
      toEntryVersionId: "v",
      reason: undefined,
    } as const;
    const ended = {
      op: "deactivate",
      entryId: "e",
      fromEntryVersionId: "v",
      toEntryVersionId: undefined,
      reason: "r",
    } as const;
    const answer = toChangesResponse({ memory: memoryRef, revisions: [{ memoryRef, changes: [added, ended] }] });
    expect(answer.revisions).toEqual([
      {
        memory_ref: wireRef,
        changes: [
          { op: "add", entry_id: "e", from_entry_version_id: null, to_entry_version_id: "v", reason: null },
          { op: "deactivate", entry_id: "e", from_entry_version_id: "v", to_entry_version_id: null, reason: "r" },
        ],
      },
    ]);
    expect(violations("ListMemoryChangesResponse", answer)).toEqual([]);
  });
});
