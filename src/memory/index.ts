export type { MemoryHit } from "./domain/memory.types.js";
export { EntrySearchService, type Recall } from "./entry-search.service.js";
export { FlushScheduleJob } from "./flush-schedule.job.js";
export { HeldFlushes } from "./held-flushes.js";
export { IndexRebuildJob } from "./index-rebuild.job.js";
export { GetMemoryEntryRequest } from "./http/get-memory-entry.dto.js";
export { ListMemoryEntriesRequest } from "./http/list-memory-entries.dto.js";
export {
  toGetQuery,
  toListQuery,
  toListResponse,
  toMemoryEntry,
  toMutationResponse,
  toRememberCommand,
  toRetireCommand,
  toReviseCommand,
  toSearchQuery,
  toSearchResponse,
} from "./http/memory.mapper.js";
export { RememberMemoryRequest } from "./http/remember-memory.dto.js";
export { RetireMemoryEntryRequest } from "./http/retire-memory-entry.dto.js";
export { ReviseMemoryEntryRequest } from "./http/revise-memory-entry.dto.js";
export { SearchMemoryRequest } from "./http/search-memory.dto.js";
export { MemoryAuditService } from "./memory-audit.service.js";
export { MemoryModule } from "./memory.module.js";
export { MemoryService } from "./memory.service.js";
export { ReindexService } from "./reindex.service.js";
export { VectorFillJob } from "./vector-fill.job.js";
export { CandidatePipeline } from "./ports/candidate-pipeline.port.js";
export { FlushLimits } from "./ports/flush-limits.port.js";
export { FlushSchedule } from "./ports/flush-schedule.port.js";
export { MemoryHeads } from "./ports/memory-heads.port.js";
export { MemoryRevisions } from "./ports/memory-revisions.port.js";
export { RecallCompanion, type AskedQuery, type CompanionRow } from "./ports/recall-companion.port.js";
