import type { ScopeId } from "../../src/kernel/ids.js";
import type { MemoryCitation, MemoryEntry } from "../../src/memory/domain/memory.types.js";
import type { MemoryService } from "../../src/memory/memory.service.js";

/** The calls of the Memory suites, each with only what its tests are about. */
export class MemoryCalls {
  constructor(readonly memory: MemoryService) {}

  remember(scopeId: ScopeId, text: string, expectedRevision?: number) {
    return this.memory.remember({ scopeId, kind: "fact", text, reason: undefined, expectedRevision });
  }

  revise(scopeId: ScopeId, citation: MemoryCitation, text: string, reason?: string) {
    return this.memory.revise({ scopeId, citation, kind: "fact", text, reason });
  }

  retire(scopeId: ScopeId, citation: MemoryCitation, reason?: string) {
    return this.memory.retire({ scopeId, citation, reason });
  }

  list(scopeId: ScopeId, includeInactive = false) {
    return this.memory.list({ scopeId, includeInactive });
  }

  get(scopeId: ScopeId, citation: MemoryCitation) {
    return this.memory.get({ scopeId, citation });
  }

  changes(scopeId: ScopeId, sinceRevision?: number) {
    return this.memory.changes({ scopeId, sinceRevision });
  }
}

export function textsOf(entries: readonly MemoryEntry[]): readonly string[] {
  return entries.map(({ text }) => text).sort();
}

export function atRevision(citation: MemoryCitation, revision: number): MemoryCitation {
  return { ...citation, memoryRef: { ...citation.memoryRef, revision } };
}
