import { Injectable } from "@nestjs/common";

import { DomainError } from "../kernel/domain-error.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import type { Experience, GetExperienceQuery } from "./domain/experience.types.js";
import { parseExperienceReference } from "./domain/wire-ids.policy.js";
import { Artifacts } from "./ports/artifacts.port.js";

/** Reads approved Experiences. */
@Injectable()
export class ExperienceService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly artifacts: Artifacts,
  ) {}

  /**
   * Exactly the cited Revision, the head or an older one.
   *
   * @throws DomainError artifact_not_found
   */
  async get({ scopeId, artifact }: GetExperienceQuery): Promise<Experience> {
    const cited = parseExperienceReference(artifact);
    const found =
      cited && (await this.artifacts.exact(this.unitOfWork.reader, scopeId, cited.artifactId, cited.revision));
    if (found === undefined) throw new DomainError("artifact_not_found", "This scope has no such Experience Revision.");
    return { artifact, ...found };
  }
}
