import { Injectable } from "@nestjs/common";

import { TermIndex } from "../search/index.js";
import { ExperienceIndexRebuildJob } from "./experience-index-rebuild.job.js";
import { ExperienceRecall, type RecallOptions } from "./experience-recall.js";
import { ExperienceTexts } from "./ports/experience-texts.port.js";

/** Where a recall of approved Experiences begins. Their hits come with Memory's, in the same statements. */
@Injectable()
export class ExperienceRecallService {
  constructor(
    private readonly terms: TermIndex,
    private readonly texts: ExperienceTexts,
    private readonly rebuild: ExperienceIndexRebuildJob,
  ) {}

  begin(options: RecallOptions): ExperienceRecall {
    const { terms, texts, rebuild } = this;
    return new ExperienceRecall({ terms, texts, suspect: rebuild.suspect.bind(rebuild) }, options);
  }
}
