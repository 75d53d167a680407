import { Injectable } from "@nestjs/common";

import { invalidRequest, type FieldProblem } from "../kernel/domain-error.js";
import type { ScopeId, ScopeKey } from "../kernel/ids.js";
import type { DbSession } from "../kernel/unit-of-work.port.js";
import { MemoryHeads } from "../memory/index.js";
import { SourceJournal } from "../source/index.js";
import { requireHeadTarget, targetProblems } from "./domain/candidate.policy.js";
import type { CandidateDraft, ProposedVersion } from "./domain/candidate.types.js";
import {
  type FoundEvidence,
  isMemoryReference,
  missingEvidence,
  requireEvidenceCount,
  SOURCE_TYPE,
  uniqueEvidence,
} from "./domain/evidence.policy.js";
import type { Evidence } from "./domain/experience.types.js";
import { parseExperienceReference } from "./domain/wire-ids.policy.js";
import { Artifacts } from "./ports/artifacts.port.js";

/** Where a version's evidence must exist; no key for a scope nobody has written to. */
export interface EvidenceScope {
  readonly scopeId: ScopeId;
  readonly scope: ScopeKey | undefined;
}

/** Looks for what a version rests on (RFC 0028). Evidence never goes away, so what was found once need not be again. */
@Injectable()
export class EvidenceCheck {
  constructor(
    private readonly journal: SourceJournal,
    private readonly memories: MemoryHeads,
    private readonly artifacts: Artifacts,
  ) {}

  /**
   * The version with each reference once. At most three statements.
   *
   * @param others what else is wrong with the version, named together with what is found here.
   * @throws DomainError invalid_request, then artifact_conflict when the target has moved on.
   */
  async check<Version extends Omit<ProposedVersion, "proposal">>(
    session: DbSession,
    where: EvidenceScope,
    version: Version,
    others: readonly FieldProblem[] = [],
  ): Promise<Omit<Version, "target"> & Pick<CandidateDraft, "target">> {
    requireEvidenceCount(version);
    const evidence = uniqueEvidence(version);
    const found = await this.find(session, where, version, evidence);
    const problems = [
      ...missingEvidence(version, found),
      ...(others.length > 0 ? others : targetProblems(version.target, evidence, found)),
    ];
    if (problems.length > 0) throw invalidRequest(problems);
    const target = version.target && parseExperienceReference(version.target);
    if (target) requireHeadTarget(target, found.experienceRevisions.get(target.artifactId.toString("hex")) ?? 0);
    return { ...version, ...evidence, target };
  }

  private async find(
    session: DbSession,
    { scopeId, scope }: EvidenceScope,
    { target }: Pick<ProposedVersion, "target">,
    { sourceRefs, artifactRefs }: Evidence,
  ): Promise<FoundEvidence> {
    if (scope === undefined) return { sourceIds: new Set(), memoryRevision: 0, experienceRevisions: new Map() };
    const sourceIds = sourceRefs.filter(({ name }) => name === SOURCE_TYPE).map(({ sourceId }) => sourceId);
    const named = [...artifactRefs, ...(target === undefined ? [] : [target])];
    const experiences = named.flatMap((reference) => parseExperienceReference(reference) ?? []);
    const byHex = new Map(experiences.map(({ artifactId }) => [artifactId.toString("hex"), artifactId]));
    const memory = artifactRefs.some(isMemoryReference) ? await this.memories.read(session, scopeId) : undefined;
    const heads = await this.artifacts.heads(session, scope, [...byHex.values()]);
    return {
      sourceIds: await this.journal.known(session, scope, SOURCE_TYPE, sourceIds),
      memoryRevision: memory?.revision ?? 0,
      experienceRevisions: new Map(heads.map(({ artifactId, revision }) => [artifactId.toString("hex"), revision])),
    };
  }
}
