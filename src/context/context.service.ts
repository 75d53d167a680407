import { Injectable } from "@nestjs/common";

import { ExperienceRecallService, type ExperienceHit } from "../experience/index.js";
import { Meter } from "../kernel/meter.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { EntrySearchService, type MemoryHit, type Recall } from "../memory/index.js";
import type { ExperienceCandidate, MemoryCandidate, PrepareCommand, PreparedContext } from "./domain/context.types.js";
import { buildPreparedContext, holdsExperience } from "./domain/prepared-context.policy.js";

/** How many hits of a source the builder is offered (RFC 0028 "Selection algorithm"). */
const MEMORY_CANDIDATES = 16;
const EXPERIENCE_CANDIDATES = 8;

/** Hits of both sources, from one snapshot. */
interface Recalled extends Recall {
  readonly experiences: readonly ExperienceHit[];
}

/** Prepares what a host gives its agent before a turn (RFC 0028). Reads only. */
@Injectable()
export class ContextService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly memory: EntrySearchService,
    private readonly experience: ExperienceRecallService,
    private readonly meter: Meter,
  ) {}

  /** One bounded, cited, injection-safe value, or `empty` when nothing in the scope is worth it. */
  async prepare(command: PrepareCommand): Promise<PreparedContext> {
    const { memory, hits, experiences } = await this.recall(command);
    const prepared = buildPreparedContext({
      memoryHead: memory,
      memories: hits.map(toMemoryCandidate),
      experiences: experiences.map(toExperienceCandidate),
      maxBytes: command.maxBytes,
    });
    this.meter.observe("pack_candidates", hits.length + experiences.length);
    this.meter.observe("pack_bytes", prepared.status === "ready" ? prepared.contentBytes : 0);
    if (holdsExperience(prepared)) this.meter.count("packs_with_experience");
    return prepared;
  }

  private async recall(command: PrepareCommand): Promise<Recalled> {
    const recalled = (await this.recallOnce(command, false)) ?? (await this.recallOnce(command, true));
    if (recalled === undefined) throw new Error("a scan of Experiences depends on no index");
    return recalled;
  }

  /** Undefined when the index of Experiences was exchanged meanwhile. */
  private async recallOnce({ scopeId, query }: PrepareCommand, byScan: boolean): Promise<Recalled | undefined> {
    const companion = this.experience.begin({ limit: EXPERIENCE_CANDIDATES, byScan });
    const { reader } = this.unitOfWork;
    const recall = await this.memory.recall(reader, scopeId, query, MEMORY_CANDIDATES, companion);
    const experiences = companion.hits(recall.beside);
    return experiences && { ...recall, experiences };
  }
}

function toMemoryCandidate({ citation, text }: MemoryHit): MemoryCandidate {
  return { memoryRef: citation.memoryRef, entryId: citation.entryId, entryVersionId: citation.entryVersionId, text };
}

function toExperienceCandidate({ artifact, content }: ExperienceHit): ExperienceCandidate {
  return { artifactRef: artifact, ...content };
}
