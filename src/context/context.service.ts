import { Injectable } from "@nestjs/common";

import { Meter } from "../kernel/meter.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { EntrySearchService, type MemoryHit } from "../memory/index.js";
import type { MemoryCandidate, PrepareCommand, PreparedContext } from "./domain/context.types.js";
import { buildPreparedContext } from "./domain/prepared-context.policy.js";

/** How many hits of a source the builder is offered (RFC 0028 "Selection algorithm"). */
const MEMORY_CANDIDATES = 16;

/** Prepares what a host gives its agent before a turn (RFC 0028). Reads only. */
@Injectable()
export class ContextService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly memory: EntrySearchService,
    private readonly meter: Meter,
  ) {}

  /** One bounded, cited, injection-safe value, or `empty` when nothing in the scope is worth it. */
  async prepare(command: PrepareCommand): Promise<PreparedContext> {
    const { scopeId, query, maxBytes } = command;
    const recalled = await this.memory.recall(this.unitOfWork.reader, scopeId, query, MEMORY_CANDIDATES);
    const prepared = buildPreparedContext({
      memoryHead: recalled.memory,
      memories: recalled.hits.map(toCandidate),
      experiences: [],
      maxBytes,
    });
    this.meter.observe("pack_candidates", recalled.hits.length);
    this.meter.observe("pack_bytes", prepared.status === "ready" ? prepared.contentBytes : 0);
    return prepared;
  }
}

function toCandidate({ citation, text }: MemoryHit): MemoryCandidate {
  return { memoryRef: citation.memoryRef, entryId: citation.entryId, entryVersionId: citation.entryVersionId, text };
}
