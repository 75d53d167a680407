import { Injectable } from "@nestjs/common";

import { NO_TRACER, Tracer } from "../kernel/tracer.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { IndexRebuild, TermIndex } from "../search/index.js";
import type { MemoryHead } from "./domain/memory-head.js";
import { IndexBuilder } from "./index-builder.js";

/** Rebuilds the index of Memories: active entries and retired texts. */
@Injectable()
export class IndexRebuildJob extends IndexRebuild<MemoryHead, number> {
  constructor(unitOfWork: UnitOfWork, terms: TermIndex, texts: IndexBuilder, tracer: Tracer = NO_TRACER) {
    super({ unitOfWork, terms, texts, tracer });
  }
}
