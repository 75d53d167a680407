import { Injectable } from "@nestjs/common";

import type { ScopeId } from "../kernel/ids.js";
import { UnitOfWork, type Tx } from "../kernel/unit-of-work.port.js";
import { SourceCursors, type SourceWindow } from "../source/index.js";
import { CandidateAdmission, type PreparedCandidates } from "./candidate-admission.js";
import type { Candidate, DropReason } from "./domain/candidate.types.js";
import { FLUSH_ORIGIN } from "./domain/flush.types.js";
import type { MemoryHead } from "./domain/memory-head.js";
import { MemoryLock } from "./memory-lock.js";
import { RevisionWriter } from "./revision-writer.js";

const BINDING = "memory";

/** What became of a window at the moment of writing. */
export type WrittenWindow =
  /** Somebody else has moved the cursor: nothing was written. */
  | { readonly kind: "lost" }
  | {
      readonly kind: "written";
      /** The head after the window, 0 without a Memory. */
      readonly revision: number;
      readonly changes: number;
      readonly dropped: readonly DropReason[];
    };

/** Writes what a window brought, and moves the cursor past it, in one unit: both or neither. */
@Injectable()
export class FlushWriter {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly lock: MemoryLock,
    private readonly cursors: SourceCursors,
    private readonly admission: CandidateAdmission,
    private readonly revisions: RevisionWriter,
  ) {}

  async write(scopeId: ScopeId, window: SourceWindow, candidates: readonly Candidate[]): Promise<WrittenWindow> {
    const prepared = await this.admission.prepare(scopeId, candidates);
    return this.unitOfWork.run(async (tx) => {
      const { head, committed } = await this.lock.open(tx, scopeId, prepared.operationId);
      if (committed !== undefined) return { kind: "written", revision: committed, changes: 0, dropped: [] };
      const position = await this.cursors.lock(tx, head.scope, BINDING);
      if (position !== window.after) return { kind: "lost" };
      const written = await this.append(tx, head, scopeId, prepared);
      await this.cursors.advance(tx, head.scope, BINDING, window.through);
      return { kind: "written", ...written };
    });
  }

  private async append(tx: Tx, head: MemoryHead, scopeId: ScopeId, prepared: PreparedCandidates) {
    const { changes, dropped } = await this.admission.plan(tx, head, prepared);
    if (changes.length === 0) return { revision: head.revision, changes: 0, dropped };
    const { operationId, vectors } = prepared;
    const draft = { scopeId, operationId, origin: FLUSH_ORIGIN, changes, vectors };
    const { revision } = await this.revisions.append(tx, head, draft);
    return { revision, changes: changes.length, dropped };
  }
}
