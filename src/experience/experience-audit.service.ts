import { Injectable } from "@nestjs/common";

import { everyScope } from "../kernel/every-scope.js";
import type { ScopeKey } from "../kernel/ids.js";
import { ScopeDirectory, type ListedScope } from "../kernel/scope-directory.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import {
  auditApprovals,
  auditCounts,
  auditExperiences,
  NO_EXPERIENCES,
  openEnd,
  type ExperienceFault,
} from "./domain/experience-audit.policy.js";
import { ExperienceHistory } from "./ports/experience-history.port.js";

/** A Revision has up to 128 KB of text and 32 references. */
const PAGE = 32;

export interface ExperienceAuditReport {
  /** Revisions found whole, up to the first that is not. */
  readonly revisions: number;
  /** The first thing that is wrong, if anything is. */
  readonly fault: ExperienceFault | undefined;
}

/** Checks every approved Experience against its hash, its predecessors and the Candidate that it was (docs/adr/0016-review.md). */
@Injectable()
export class ExperienceAuditService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly scopes: ScopeDirectory,
    private readonly history: ExperienceHistory,
  ) {}

  /** Every scope, one report each. */
  async *auditAll(): AsyncGenerator<ExperienceAuditReport & { readonly scope: ListedScope }> {
    for await (const scope of everyScope(this.scopes, this.unitOfWork.reader)) {
      yield { scope, ...(await this.audit(scope.key)) };
    }
  }

  async audit(scope: ScopeKey): Promise<ExperienceAuditReport> {
    const counts = await this.history.counts(this.unitOfWork.reader, scope);
    if (counts === undefined) return { revisions: 0, fault: { kind: "wrong_counts" } };
    if (Object.values(counts).every((count) => count === 0)) return { revisions: 0, fault: undefined };
    const { revisions, fault } = await this.auditRevisions(scope);
    return { revisions, fault: fault ?? (await this.faultOfApprovals(scope)) ?? auditCounts(counts) };
  }

  private async auditRevisions(scope: ScopeKey): Promise<ExperienceAuditReport> {
    let upTo = NO_EXPERIENCES;
    let revisions = 0;
    for (;;) {
      const page = await this.history.revisions(this.unitOfWork.reader, scope, upTo, PAGE);
      if (page.length === 0) return { revisions, fault: openEnd(upTo) };
      const audited = auditExperiences(upTo, page);
      revisions += audited.whole;
      if (audited.fault !== undefined) return { revisions, fault: audited.fault };
      upTo = audited.upTo;
    }
  }

  private async faultOfApprovals(scope: ScopeKey): Promise<ExperienceFault | undefined> {
    let after = 0;
    for (;;) {
      const page = await this.history.approvals(this.unitOfWork.reader, scope, after, PAGE);
      const last = page.at(-1);
      if (last === undefined) return undefined;
      const fault = auditApprovals(page);
      if (fault !== undefined) return fault;
      after = last.candidateNo;
    }
  }
}
