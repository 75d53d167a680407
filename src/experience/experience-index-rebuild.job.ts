import { Injectable } from "@nestjs/common";

import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { IndexRebuild, TermIndex } from "../search/index.js";
import type { ReviewHead } from "./domain/review-head.js";
import { ExperienceIndexBuilder } from "./experience-index-builder.js";

/** Rebuilds the index of approved Experiences. */
@Injectable()
export class ExperienceIndexRebuildJob extends IndexRebuild<ReviewHead, ReadonlyMap<number, number>> {
  constructor(unitOfWork: UnitOfWork, terms: TermIndex, texts: ExperienceIndexBuilder) {
    super({ unitOfWork, terms, texts });
  }
}
