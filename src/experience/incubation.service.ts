import { Inject, Injectable, Optional } from "@nestjs/common";

import { DomainError } from "../kernel/domain-error.js";
import type { ScopeId } from "../kernel/ids.js";
import { Meter } from "../kernel/meter.port.js";
import {
  ClaimedWindows,
  type IdleWindow,
  type ProcessedWindow,
  type WindowOptions,
  type WindowReader,
  type WindowTask,
} from "../source/index.js";
import { readProposals, SOURCES_IN_WINDOW, type ReadProposals } from "./domain/incubation.policy.js";
import { IncubationWriter, type WrittenIncubation } from "./incubation-writer.js";
import { ExperienceGenerator } from "./ports/experience-generator.port.js";
import { TaskOutcomes, type WindowOutcomes } from "./task-outcomes.js";

/** Proposes Experience from what tasks reported, a window of the journal at a time; people decide on it as on any other. */
@Injectable()
export class IncubationService implements WindowReader<WrittenIncubation> {
  readonly binding = "experience";
  readonly sourcesInWindow = SOURCES_IN_WINDOW;

  constructor(
    private readonly windows: ClaimedWindows,
    private readonly outcomes: TaskOutcomes,
    private readonly writer: IncubationWriter,
    private readonly meter: Meter,
    @Optional() @Inject(ExperienceGenerator) private readonly generator: ExperienceGenerator | undefined,
  ) {}

  /** @throws DomainError generation_unavailable */
  get generationMs(): number {
    return this.requireGenerator().timeoutMs;
  }

  /** The next pending window of the scope. @throws DomainError inference_timeout, inference_unavailable, overloaded */
  incubate(scopeId: ScopeId, options: WindowOptions = {}): Promise<IdleWindow | ProcessedWindow> {
    return this.windows.next(scopeId, this, options);
  }

  async process({ scopeId, claim, window, signal }: WindowTask): Promise<WrittenIncubation | undefined> {
    const { scope } = claim.backlog;
    const outcomes = await this.outcomes.load(scope, window);
    const read = await this.read(outcomes, signal);
    const written = await this.writer.write({ scopeId, scope }, window, read.kept);
    this.count(outcomes, read, written);
    return written.kind === "lost" ? undefined : written;
  }

  /** The model is not asked about a window without any. */
  private async read({ shown, references }: WindowOutcomes, signal: AbortSignal | undefined): Promise<ReadProposals> {
    if (shown.length === 0) return { kept: [], dropped: 0, redactions: 0 };
    return readProposals(await this.requireGenerator().distil(shown, signal), references);
  }

  private count(outcomes: WindowOutcomes, read: ReadProposals, written: WrittenIncubation): void {
    this.meter.count("extraction_redactions", outcomes.redactions + read.redactions);
    if (written.kind === "lost") return;
    this.meter.count("incubation_candidates", written.candidates);
    this.meter.count("incubation_dropped_invalid", read.dropped);
    this.meter.count("incubation_dropped_duplicate", written.duplicates);
  }

  private requireGenerator(): ExperienceGenerator {
    if (this.generator) return this.generator;
    throw new DomainError("generation_unavailable", "This server has no generation model.", { family: "experience" });
  }
}
