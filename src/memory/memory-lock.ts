import { Injectable } from "@nestjs/common";

import type { Id16, ScopeId, ScopeKey } from "../kernel/ids.js";
import { ScopeDirectory } from "../kernel/scope-directory.port.js";
import type { Tx } from "../kernel/unit-of-work.port.js";
import { memoryNotFound } from "./domain/citation.policy.js";
import type { MemoryHead } from "./domain/memory-head.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";
import { MemoryRevisions } from "./ports/memory-revisions.port.js";

/** A Memory held until the unit ends, and what an earlier run of the same unit has already committed to it. */
export interface LockedMemory {
  readonly head: MemoryHead;
  /** The Revision this operation wrote before its answer was lost. Absence is final: the lock waits for a lost commit. */
  readonly committed: number | undefined;
}

/** The first step of every unit that writes a Memory. */
@Injectable()
export class MemoryLock {
  constructor(
    private readonly scopes: ScopeDirectory,
    private readonly heads: MemoryHeads,
    private readonly revisions: MemoryRevisions,
  ) {}

  /** For a write that may be the scope's first. */
  async open(tx: Tx, scopeId: ScopeId, operationId: Id16): Promise<LockedMemory> {
    return this.lock(tx, await this.scopes.open(tx, scopeId), operationId);
  }

  /** For a write to what is already there. @throws DomainError memory_not_found for a scope nobody has written to */
  async existing(tx: Tx, scopeId: ScopeId, operationId: Id16): Promise<LockedMemory> {
    const scope = await this.scopes.find(tx, scopeId);
    if (scope === undefined) throw memoryNotFound();
    return this.lock(tx, scope, operationId);
  }

  private async lock(tx: Tx, scope: ScopeKey, operationId: Id16): Promise<LockedMemory> {
    const head = await this.heads.lock(tx, scope);
    const committed = tx.attempt > 1 ? await this.revisions.findByOperation(tx, scope, operationId, 0) : undefined;
    return { head, committed };
  }
}
