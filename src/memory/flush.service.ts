import { Injectable } from "@nestjs/common";

import type { ScopeId } from "../kernel/ids.js";
import { Meter } from "../kernel/meter.port.js";
import { ClaimedWindows, type WindowOptions, type WindowReader, type WindowTask } from "../source/index.js";
import type { FlushResult } from "./domain/flush.types.js";
import { memoryReference } from "./domain/wire-ids.policy.js";
import { FlushWriter, type WrittenWindow } from "./flush-writer.js";
import { FlushLimits } from "./ports/flush-limits.port.js";
import { WindowExtraction, type Extraction } from "./window-extraction.js";

/** What came of a window: the head after it, 0 without a Memory. */
interface Flushed {
  readonly revision: number;
}

/** Turns Sources into Memory, a bounded window a call (RFC 0020 "Source capture and explicit flush"). */
@Injectable()
export class FlushService implements WindowReader<Flushed> {
  readonly binding = "memory";

  constructor(
    private readonly windows: ClaimedWindows,
    private readonly limits: FlushLimits,
    private readonly extraction: WindowExtraction,
    private readonly writer: FlushWriter,
    private readonly meter: Meter,
  ) {}

  get sourcesInWindow(): number {
    return this.limits.sourcesInWindow;
  }

  /** @throws DomainError capability_not_supported */
  get generationMs(): number {
    return this.extraction.generationMs;
  }

  /**
   * Processes the next pending window of the scope, waiting for another flush of it first. Whatever fails, the cursor stays
   * and the claim is given back.
   *
   * @throws DomainError capability_not_supported without a pipeline when something is pending; inference_timeout;
   *   inference_unavailable, also when the flush that was waited for has failed; overloaded when others had the scope all the
   *   time; runtime_not_ready when the server is to stop.
   */
  async flush(scopeId: ScopeId, options: WindowOptions = {}): Promise<FlushResult> {
    const result = await this.windows.next(scopeId, this, options);
    if (result.kind === "idle") return result;
    const { outcome, ...processed } = result;
    return { ...processed, memory: outcome.revision === 0 ? undefined : memoryReference(outcome.revision) };
  }

  async process(task: WindowTask): Promise<Flushed | undefined> {
    const extraction = await this.extraction.extract(task);
    const written = await this.writer.write(task.scopeId, task.window, extraction.candidates);
    this.count(extraction, written);
    return written.kind === "lost" ? undefined : { revision: written.revision };
  }

  private count({ dropped, redactions }: Extraction, written: WrittenWindow): void {
    this.meter.count("extraction_redactions", redactions);
    if (written.kind === "lost") return;
    this.meter.count("extraction_changes", written.changes);
    for (const reason of [...dropped, ...written.dropped]) this.meter.count(`extraction_dropped_${reason}`);
  }
}
