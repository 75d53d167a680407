import { Injectable } from "@nestjs/common";

import { ScopeDirectory } from "../kernel/scope-directory.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import type { GenerateCommand } from "./domain/generation.types.js";
import { EvidenceCheck } from "./evidence-check.js";
import { EvidenceTexts, type LoadedEvidence } from "./evidence-texts.js";

/** The evidence of a command, checked as that of a proposal is, and loaded for a model. */
@Injectable()
export class NamedEvidence {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly scopes: ScopeDirectory,
    private readonly evidence: EvidenceCheck,
    private readonly texts: EvidenceTexts,
  ) {}

  /** @throws DomainError invalid_request, artifact_conflict */
  async read(command: GenerateCommand): Promise<LoadedEvidence> {
    const { scopeId, target } = command;
    const scope = await this.scopes.find(this.unitOfWork.reader, scopeId);
    const checked = await this.evidence.check(this.unitOfWork.reader, { scopeId, scope }, command);
    if (scope === undefined) throw new Error("evidence was found in a scope that does not exist");
    return this.texts.load({ scopeId, scope }, checked, target);
  }
}
