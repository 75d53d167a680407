import { Module } from "@nestjs/common";

import { adapterProvider } from "../platform/database/index.js";
import { IndexReadiness, SearchModule } from "../search/index.js";
import { SqlMemoryEntries } from "./adapters/memory-entries.repository.js";
import { SqlMemoryHeads } from "./adapters/memory-heads.repository.js";
import { SqlMemoryRevisions } from "./adapters/memory-revisions.repository.js";
import { EntryIndex } from "./entry-index.js";
import { EntrySearchService } from "./entry-search.service.js";
import { MemoryController } from "./http/memory.controller.js";
import { IndexRebuildJob } from "./index-rebuild.job.js";
import { MemoryAuditService } from "./memory-audit.service.js";
import { MemoryLock } from "./memory-lock.js";
import { MemoryWriterService } from "./memory-writer.service.js";
import { MemoryService } from "./memory.service.js";
import { MemoryEntries } from "./ports/memory-entries.port.js";
import { MemoryHeads } from "./ports/memory-heads.port.js";
import { MemoryRevisions } from "./ports/memory-revisions.port.js";
import { RevisionWriter } from "./revision-writer.js";

@Module({
  imports: [SearchModule],
  controllers: [MemoryController],
  providers: [
    MemoryService,
    MemoryWriterService,
    MemoryAuditService,
    MemoryLock,
    EntrySearchService,
    RevisionWriter,
    EntryIndex,
    IndexRebuildJob,
    { provide: IndexReadiness, useExisting: IndexRebuildJob },
    adapterProvider(MemoryHeads, { sqlite: SqlMemoryHeads, oceanbase: SqlMemoryHeads }),
    adapterProvider(MemoryEntries, { sqlite: SqlMemoryEntries, oceanbase: SqlMemoryEntries }),
    adapterProvider(MemoryRevisions, { sqlite: SqlMemoryRevisions, oceanbase: SqlMemoryRevisions }),
  ],
  exports: [EntrySearchService, IndexReadiness],
})
export class MemoryModule {}
