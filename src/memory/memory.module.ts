import { type FactoryProvider, Module } from "@nestjs/common";

import { GenerationModel } from "../kernel/generation-model.port.js";
import { IdGenerator } from "../kernel/id-generator.port.js";
import { adapterProvider } from "../platform/database/index.js";
import { IndexReadiness, SearchModule } from "../search/index.js";
import { SourceModule } from "../source/index.js";
import { SqlEndedTexts } from "./adapters/ended-texts.repository.js";
import { SqlMemoryEntries } from "./adapters/memory-entries.repository.js";
import { SqlMemoryHeads } from "./adapters/memory-heads.repository.js";
import { SqlMemoryRevisions } from "./adapters/memory-revisions.repository.js";
import { SqlMemoryVectors } from "./adapters/memory-vectors.repository.js";
import { ModelCandidatePipeline } from "./adapters/model-candidate-pipeline.js";
import { CandidateAdmission } from "./candidate-admission.js";
import { DerivedData } from "./derived-data.js";
import { EntryIndex } from "./entry-index.js";
import { EntrySearchService } from "./entry-search.service.js";
import { EntryVectors } from "./entry-vectors.js";
import { FlushScheduleJob } from "./flush-schedule.job.js";
import { FlushWriter } from "./flush-writer.js";
import { FlushService } from "./flush.service.js";
import { HeldFlushes } from "./held-flushes.js";
import { MemoryController } from "./http/memory.controller.js";
import { IndexBuilder } from "./index-builder.js";
import { IndexRebuildJob } from "./index-rebuild.job.js";
import { MemoryAuditService } from "./memory-audit.service.js";
import { MemoryLock } from "./memory-lock.js";
import { MemoryWriterService } from "./memory-writer.service.js";
import { MemoryService } from "./memory.service.js";
import { CandidatePipeline } from "./ports/candidate-pipeline.port.js";
import { EndedTexts } from "./ports/ended-texts.port.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";
import { MemoryRevisions } from "./ports/memory-revisions.port.js";
import { MemoryVectors } from "./ports/memory-vectors.port.js";
import { ReindexService } from "./reindex.service.js";
import { RelevantEntries } from "./relevant-entries.js";
import { KnownTextSearch } from "./known-texts.js";
import { RevisionWriter } from "./revision-writer.js";
import { SourceWindows } from "./source-windows.js";
import { VectorFillJob } from "./vector-fill.job.js";
import { VectorSearch } from "./vector-search.js";
import { WindowExtraction } from "./window-extraction.js";

/** Undefined on a server without a generation model. */
const candidatePipeline: FactoryProvider<CandidatePipeline | undefined> = {
  provide: CandidatePipeline,
  inject: [{ token: GenerationModel, optional: true }, IdGenerator],
  useFactory: (model: GenerationModel | undefined, ids: IdGenerator) =>
    model === undefined ? undefined : new ModelCandidatePipeline(model, ids),
};

@Module({
  imports: [SearchModule, SourceModule],
  controllers: [MemoryController],
  providers: [
    MemoryService,
    MemoryWriterService,
    MemoryAuditService,
    MemoryLock,
    EntrySearchService,
    RevisionWriter,
    EntryIndex,
    IndexBuilder,
    FlushService,
    FlushWriter,
    FlushScheduleJob,
    HeldFlushes,
    WindowExtraction,
    SourceWindows,
    RelevantEntries,
    CandidateAdmission,
    KnownTextSearch,
    candidatePipeline,
    adapterProvider(EndedTexts, { sqlite: SqlEndedTexts, oceanbase: SqlEndedTexts }),
    IndexRebuildJob,
    DerivedData,
    VectorSearch,
    EntryVectors,
    VectorFillJob,
    ReindexService,
    { provide: IndexReadiness, useExisting: IndexRebuildJob },
    adapterProvider(MemoryHeads, { sqlite: SqlMemoryHeads, oceanbase: SqlMemoryHeads }),
    adapterProvider(MemoryEntries, { sqlite: SqlMemoryEntries, oceanbase: SqlMemoryEntries }),
    adapterProvider(MemoryRevisions, { sqlite: SqlMemoryRevisions, oceanbase: SqlMemoryRevisions }),
    adapterProvider(MemoryVectors, { sqlite: SqlMemoryVectors, oceanbase: SqlMemoryVectors }),
  ],
  exports: [
    MemoryService,
    EntrySearchService,
    MemoryHeads,
    MemoryRevisions,
    FlushService,
    FlushScheduleJob,
    HeldFlushes,
    CandidatePipeline,
    IndexReadiness,
    SearchModule,
  ],
})
export class MemoryModule {}
