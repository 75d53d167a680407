import { Injectable } from "@nestjs/common";

import { NO_TRACER, Tracer } from "../kernel/tracer.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { IndexRebuild, TermIndex } from "../search/index.js";
import type { ReviewHead } from "./domain/review-head.js";
import { ExperienceIndexBuilder } from "./experience-index-builder.js";

/** Rebuilds the index of approved Experiences. */
@Injectable()
export class ExperienceIndexRebuildJob extends IndexRebuild<ReviewHead, ReadonlyMap<number, number>> {
  constructor(unitOfWork: UnitOfWork, terms: TermIndex, texts: ExperienceIndexBuilder, tracer: Tracer = NO_TRACER) {
    super({ unitOfWork, terms, texts, tracer });
  }
}
