import { Injectable } from "@nestjs/common";

import { everyScope } from "../kernel/every-scope.js";
import { ScopeDirectory, type ListedScope } from "../kernel/scope-directory.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { auditRevisions, startOfHistory, type HistoryFault } from "./domain/history-audit.policy.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";
import { MemoryRevisions } from "./ports/memory-revisions.port.js";

const PAGE_REVISIONS = 500;

export interface AuditReport {
  /** Revisions found whole, from the first. */
  readonly revisions: number;
  /** The first thing that is wrong, if anything is. */
  readonly fault: HistoryFault | undefined;
}

/** Follows a Memory's hash chain from its beginning (docs/adr/0002-hash-chain.md): what was written is what is stored. */
@Injectable()
export class MemoryAuditService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly scopes: ScopeDirectory,
    private readonly heads: MemoryHeads,
    private readonly revisions: MemoryRevisions,
  ) {}

  /** Every scope with a Memory, one report each. */
  async *auditAll(): AsyncGenerator<AuditReport & { readonly scope: ListedScope }> {
    for await (const scope of everyScope(this.scopes, this.unitOfWork.reader))
      yield { scope, ...(await this.audit(scope)) };
  }

  async audit(scope: ListedScope): Promise<AuditReport> {
    const head = await this.heads.read(this.unitOfWork.reader, scope.id);
    let upTo = startOfHistory(scope.id);
    while (upTo.revision < (head?.revision ?? 0)) {
      const page = await this.revisions.recorded(this.unitOfWork.reader, scope.key, upTo.revision, PAGE_REVISIONS);
      const audited = auditRevisions(upTo, page);
      const isStuck = page.length === 0;
      upTo = audited.upTo;
      if (audited.fault) return { revisions: upTo.revision, fault: audited.fault };
      if (isStuck) return { revisions: upTo.revision, fault: { kind: "broken_chain", revision: upTo.revision + 1 } };
      if (upTo.revision === head?.revision && !upTo.hash.equals(head.hash)) {
        return { revisions: upTo.revision, fault: { kind: "wrong_head", revision: upTo.revision } };
      }
    }
    return { revisions: upTo.revision, fault: undefined };
  }
}
