export type { MemoryHit } from "./domain/memory.types.js";
export { EntrySearchService } from "./entry-search.service.js";
export { IndexRebuildJob } from "./index-rebuild.job.js";
export { MemoryAuditService } from "./memory-audit.service.js";
export { MemoryModule } from "./memory.module.js";
