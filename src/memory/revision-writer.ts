import { Injectable } from "@nestjs/common";

import { Clock } from "../kernel/clock.port.js";
import type { Id16, ScopeId } from "../kernel/ids.js";
import type { Tx } from "../kernel/unit-of-work.port.js";
import { genesisHash, revisionHash } from "./domain/hash-chain.policy.js";
import type { MemoryHead } from "./domain/memory-head.js";
import { resolveChanges, type PlannedChange, type ResolvedChange } from "./domain/planned-change.policy.js";
import { DerivedData } from "./derived-data.js";
import type { TextVectors } from "./entry-vectors.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";
import { MemoryRevisions } from "./ports/memory-revisions.port.js";

export interface RevisionDraft {
  readonly scopeId: ScopeId;
  readonly operationId: Id16;
  /** Who wrote it: remember, revise, retire, flush. */
  readonly origin: string;
  /** At least one, at most one an entry. */
  readonly changes: readonly PlannedChange[];
  /** From prepare, before the unit: vectors of the texts it writes, as far as there are any. */
  readonly vectors?: TextVectors;
}

/** Appends one Revision under a locked head: versions, entries, changes, postings, vectors, hash and head, each by what changed. */
@Injectable()
export class RevisionWriter {
  constructor(
    private readonly clock: Clock,
    private readonly heads: MemoryHeads,
    private readonly entries: MemoryEntries,
    private readonly revisions: MemoryRevisions,
    private readonly derived: DerivedData,
  ) {}

  /** What can be made of texts before the unit that writes them, as far as it can be had in a bounded time. */
  prepare(texts: readonly string[]): Promise<TextVectors> {
    return this.derived.prepare(texts);
  }

  /** @returns the number of the new Revision and the changes as they were written. */
  async append(
    tx: Tx,
    head: MemoryHead,
    draft: RevisionDraft,
  ): Promise<{ readonly revision: number; readonly changes: readonly ResolvedChange[] }> {
    const revision = head.revision + 1;
    const createdAt = this.clock.now();
    const changes = resolveChanges(draft.changes, head.lastEntry);
    const { origin, operationId } = draft;
    const previous = head.revision === 0 ? genesisHash(draft.scopeId) : head.hash;
    const hash = revisionHash(previous, {
      revision,
      origin,
      createdAt,
      changes: changes.map(({ chained }) => chained),
    });

    for (const change of changes) await this.writeEntry(tx, head, change, revision);
    await this.revisions.append(tx, head.scope, { revision, operationId, origin, createdAt, hash, changes });
    const derived = await this.derived.apply(tx, head, { origin, changes }, draft.vectors);
    await this.heads.save(tx, {
      ...head,
      revision,
      hash,
      ...derived,
      lastEntry: Math.max(head.lastEntry, ...changes.map(({ after }) => after.entry)),
      activeEntries: head.activeEntries + activeEntriesDelta(changes),
    });
    return { revision, changes };
  }

  private async writeEntry(tx: Tx, head: MemoryHead, change: ResolvedChange, revision: number): Promise<void> {
    switch (change.op) {
      case "add":
        return this.entries.add(tx, head.scope, change.after, revision);
      case "revise":
        return this.entries.revise(tx, head.scope, change.after, revision);
      case "deactivate":
        return this.entries.deactivate(tx, head.scope, change.after, revision);
    }
  }
}

function activeEntriesDelta(changes: readonly ResolvedChange[]): number {
  const delta = { add: 1, revise: 0, deactivate: -1 };
  return changes.reduce((sum, { op }) => sum + delta[op], 0);
}
