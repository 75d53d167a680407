import type { ScopeId } from "../../src/kernel/ids.js";
import { SqlMemoryHeads } from "../../src/memory/adapters/memory-heads.repository.js";
import { SqlMemoryRevisions } from "../../src/memory/adapters/memory-revisions.repository.js";
import { MemoryAuditService, type AuditReport } from "../../src/memory/memory-audit.service.js";
import type { OpenAdapters } from "../conformance/harness.js";

/** The stored history of a scope, checked as an auditor would. */
export async function auditOf(
  { unitOfWork, scopes }: Pick<OpenAdapters, "unitOfWork" | "scopes">,
  id: ScopeId,
): Promise<AuditReport> {
  const key = await scopes.find(unitOfWork.reader, id);
  if (key === undefined) throw new Error("the scope is not there");
  return new MemoryAuditService(unitOfWork, scopes, new SqlMemoryHeads(), new SqlMemoryRevisions()).audit({ key, id });
}
