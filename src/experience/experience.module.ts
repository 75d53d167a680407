import { type FactoryProvider, Module } from "@nestjs/common";

import { GenerationModel } from "../kernel/generation-model.port.js";
import { IdGenerator } from "../kernel/id-generator.port.js";
import { adapterProvider } from "../platform/database/index.js";
import { MemoryModule } from "../memory/index.js";
import { SourceModule } from "../source/index.js";
import { SqlArtifacts } from "./adapters/artifacts.repository.js";
import { SqlCandidates } from "./adapters/candidates.repository.js";
import { SqlExperienceHistory } from "./adapters/experience-history.repository.js";
import { SqlExperienceTexts } from "./adapters/experience-texts.repository.js";
import { SqlInboxStatistics } from "./adapters/inbox-statistics.repository.js";
import { ModelExperienceGenerator } from "./adapters/model-experience-generator.js";
import { SqlPastProposals } from "./adapters/past-proposals.repository.js";
import { SqlReviewHeads } from "./adapters/review-heads.repository.js";
import { SqlReviewIndexes } from "./adapters/review-indexes.repository.js";
import { ArtifactWriter } from "./artifact-writer.js";
import { CandidateWriter } from "./candidate-writer.js";
import { Decisions } from "./decisions.js";
import { EvidenceCheck } from "./evidence-check.js";
import { EvidenceTexts } from "./evidence-texts.js";
import { ExperienceAuditService } from "./experience-audit.service.js";
import { ExperienceIndexBuilder } from "./experience-index-builder.js";
import { ExperienceIndexRebuildJob } from "./experience-index-rebuild.job.js";
import { ExperienceIndex } from "./experience-index.js";
import { ExperienceRecallService } from "./experience-recall.service.js";
import { ExperienceService } from "./experience.service.js";
import { GenerationService } from "./generation.service.js";
import { HeldIncubations } from "./held-incubations.js";
import { ExperienceController } from "./http/experience.controller.js";
import { GenerationController } from "./http/generation.controller.js";
import { ReviewController } from "./http/review.controller.js";
import { InboxGauges } from "./inbox-gauges.js";
import { IncubationWriter } from "./incubation-writer.js";
import { IncubationJob } from "./incubation.job.js";
import { IncubationService } from "./incubation.service.js";
import { NamedEvidence } from "./named-evidence.js";
import { ProposalHistory } from "./proposal-history.js";
import { ProposalService } from "./proposal.service.js";
import { Artifacts } from "./ports/artifacts.port.js";
import { Candidates } from "./ports/candidates.port.js";
import { ExperienceGenerator } from "./ports/experience-generator.port.js";
import { ExperienceHistory } from "./ports/experience-history.port.js";
import { ExperienceTexts } from "./ports/experience-texts.port.js";
import { InboxStatistics } from "./ports/inbox-statistics.port.js";
import { PastProposals } from "./ports/past-proposals.port.js";
import { ReviewHeads } from "./ports/review-heads.port.js";
import { ReviewIndexes } from "./ports/review-indexes.port.js";
import { ReviewLock } from "./review-lock.js";
import { TaskOutcomes } from "./task-outcomes.js";
import { ReviewService } from "./review.service.js";

/** Undefined on a server without a generation model. */
const experienceGenerator: FactoryProvider<ExperienceGenerator | undefined> = {
  provide: ExperienceGenerator,
  inject: [{ token: GenerationModel, optional: true }, IdGenerator],
  useFactory: (model: GenerationModel | undefined, ids: IdGenerator) =>
    model === undefined ? undefined : new ModelExperienceGenerator(model, ids),
};

@Module({
  imports: [SourceModule, MemoryModule],
  controllers: [ExperienceController, GenerationController, ReviewController],
  providers: [
    ReviewLock,
    EvidenceCheck,
    CandidateWriter,
    ExperienceIndex,
    ExperienceIndexBuilder,
    ExperienceIndexRebuildJob,
    ExperienceRecallService,
    ArtifactWriter,
    ProposalService,
    Decisions,
    ReviewService,
    ExperienceService,
    experienceGenerator,
    EvidenceTexts,
    NamedEvidence,
    GenerationService,
    ProposalHistory,
    TaskOutcomes,
    IncubationWriter,
    IncubationService,
    IncubationJob,
    HeldIncubations,
    InboxGauges,
    ExperienceAuditService,
    adapterProvider(ExperienceHistory, { sqlite: SqlExperienceHistory, oceanbase: SqlExperienceHistory }),
    adapterProvider(PastProposals, { sqlite: SqlPastProposals, oceanbase: SqlPastProposals }),
    adapterProvider(InboxStatistics, { sqlite: SqlInboxStatistics, oceanbase: SqlInboxStatistics }),
    adapterProvider(ReviewHeads, { sqlite: SqlReviewHeads, oceanbase: SqlReviewHeads }),
    adapterProvider(ReviewIndexes, { sqlite: SqlReviewIndexes, oceanbase: SqlReviewIndexes }),
    adapterProvider(ExperienceTexts, { sqlite: SqlExperienceTexts, oceanbase: SqlExperienceTexts }),
    adapterProvider(Candidates, { sqlite: SqlCandidates, oceanbase: SqlCandidates }),
    adapterProvider(Artifacts, { sqlite: SqlArtifacts, oceanbase: SqlArtifacts }),
  ],
  exports: [ExperienceGenerator, ExperienceRecallService, ExperienceIndexRebuildJob, HeldIncubations],
})
export class ExperienceModule {}
