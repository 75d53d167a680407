import { Injectable } from "@nestjs/common";

import type { ScopeId, ScopeKey } from "../kernel/ids.js";
import { UnitOfWork, type Tx } from "../kernel/unit-of-work.port.js";
import { SourceCursors, type SourceWindow } from "../source/index.js";
import { CandidateWriter } from "./candidate-writer.js";
import type { IncubatedProposal } from "./domain/generation.types.js";
import type { ReviewHead } from "./domain/review-head.js";
import { ProposalHistory, type ComparedProposal } from "./proposal-history.js";
import { ReviewLock } from "./review-lock.js";

const BINDING = "experience";

/** What became of a window at the moment of writing. */
export type WrittenIncubation =
  /** Somebody else has moved the cursor: nothing was written. */
  { readonly kind: "lost" } | { readonly kind: "written"; readonly candidates: number; readonly duplicates: number };

/** Puts what a window brought into the inbox, and moves the cursor past it, in one unit: both or neither. */
@Injectable()
export class IncubationWriter {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly lock: ReviewLock,
    private readonly cursors: SourceCursors,
    private readonly history: ProposalHistory,
    private readonly writer: CandidateWriter,
  ) {}

  async write(
    { scopeId, scope }: { readonly scopeId: ScopeId; readonly scope: ScopeKey },
    window: SourceWindow,
    proposals: readonly IncubatedProposal[],
  ): Promise<WrittenIncubation> {
    const compared = await this.history.compare(scope, proposals);
    return this.unitOfWork.run(async (tx) => {
      const head = await this.lock.existing(tx, scopeId);
      if (head === undefined) throw new Error("a scope with Sources is not there");
      const position = await this.cursors.lock(tx, head.scope, BINDING);
      if (position !== window.after) {
        const committed = await this.history.countCommitted(tx, scopeId, compared);
        return committed === 0 ? LOST : written(committed, proposals.length);
      }
      const unsaid = await this.history.unsaid(tx, head, compared);
      await this.insert(tx, head, unsaid);
      await this.cursors.advance(tx, head.scope, BINDING, window.through);
      return written(unsaid.length, proposals.length);
    });
  }

  private async insert(tx: Tx, locked: ReviewHead, unsaid: readonly ComparedProposal[]): Promise<void> {
    let head = locked;
    for (const { proposal, sourceRefs, candidateId } of unsaid) {
      const draft = { proposal, sourceRefs, artifactRefs: [], target: undefined, reason: undefined };
      ({ head } = await this.writer.insert(tx, head, draft, candidateId));
    }
  }
}

const LOST: WrittenIncubation = { kind: "lost" };

function written(candidates: number, proposals: number): WrittenIncubation {
  return { kind: "written", candidates, duplicates: proposals - candidates };
}
