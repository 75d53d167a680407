import { DomainError } from "../../kernel/domain-error.js";
import type { MemoryHead } from "./memory-head.js";
import type { MemoryCitation } from "./memory.types.js";
import type { StoredEntry } from "./stored-entry.js";
import { isThisMemory, versionIdOf } from "./wire-ids.policy.js";

export function memoryNotFound(message = "This scope has no Memory."): DomainError {
  return new DomainError("memory_not_found", message);
}

export function entryNotFound(): DomainError {
  return memoryNotFound("The cited Memory Revision does not hold this entry version in this scope.");
}

function revisionConflict(current: number): DomainError {
  return new DomainError("revision_conflict", "The Memory has moved on. Read it again and retry.", {
    current_revision: current,
  });
}

/**
 * A citation can be the base of a change only at the head, checked in the contract's order: identity, then Revision.
 *
 * @throws DomainError memory_not_found, revision_conflict
 */
export function requireHeadCitation(citation: MemoryCitation, head: MemoryHead): void {
  if (head.revision === 0) throw memoryNotFound();
  if (!isThisMemory(citation.memoryRef)) throw memoryNotFound("The citation names another Memory.");
  if (citation.memoryRef.revision !== head.revision) throw revisionConflict(head.revision);
}

/** @throws DomainError memory_not_found when the entry's current version is not the cited one. */
export function requireCitedVersion(citation: MemoryCitation, current: StoredEntry | undefined): StoredEntry {
  if (current === undefined || versionIdOf(current.versionId) !== citation.entryVersionId) throw entryNotFound();
  return current;
}

/**
 * `expected_revision` of remember: a Memory must be there and be at it, above the head included.
 *
 * @throws DomainError memory_not_found, revision_conflict
 */
export function requireExpectedRevision(expected: number | undefined, head: MemoryHead): void {
  if (expected === undefined) return;
  if (head.revision === 0) throw memoryNotFound();
  if (expected !== head.revision) throw revisionConflict(head.revision);
}
