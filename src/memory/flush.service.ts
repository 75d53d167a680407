import { Injectable } from "@nestjs/common";

import type { ScopeId } from "../kernel/ids.js";
import { Meter } from "../kernel/meter.port.js";
import type { Backlog } from "../source/index.js";
import { retryDelayMs } from "./domain/flush-schedule.policy.js";
import type { FlushOptions, FlushResult } from "./domain/flush.types.js";
import { memoryReference } from "./domain/wire-ids.policy.js";
import { FlushWriter, type WrittenWindow } from "./flush-writer.js";
import { SourceWindows } from "./source-windows.js";
import { isDrained, overloaded, WindowClaims, type WindowClaim } from "./window-claims.js";
import { WindowExtraction, type Extraction } from "./window-extraction.js";

/** A window whose cursor somebody else moved is tried once more. */
const MOST_WINDOWS = 2;

/** Turns Sources into Memory, a bounded window a call (RFC 0020 "Source capture and explicit flush"). */
@Injectable()
export class FlushService {
  constructor(
    private readonly claims: WindowClaims,
    private readonly windows: SourceWindows,
    private readonly extraction: WindowExtraction,
    private readonly writer: FlushWriter,
    private readonly meter: Meter,
  ) {}

  /**
   * Processes the next pending window of the scope, waiting for another flush of it first. Whatever fails, the cursor stays
   * and the claim is given back.
   *
   * @throws DomainError capability_not_supported without a pipeline when something is pending; inference_timeout,
   *   inference_unavailable; overloaded when others had the scope all the time.
   */
  async flush(scopeId: ScopeId, options: FlushOptions = {}): Promise<FlushResult> {
    for (let tried = 0; tried < MOST_WINDOWS; tried++) {
      const backlog = await this.claims.backlog(scopeId);
      if (backlog === undefined || isDrained(backlog)) return idle(backlog);
      const claim = await this.claims.take(scopeId, this.extraction.claimMs, options);
      if (claim === undefined) return idle(await this.claims.backlog(scopeId));
      const result = await this.flushClaimed(scopeId, claim, options);
      if (result !== undefined) return result;
    }
    throw overloaded();
  }

  /** Undefined when the cursor was lost. */
  private async flushClaimed(
    scopeId: ScopeId,
    claim: WindowClaim,
    options: FlushOptions,
  ): Promise<FlushResult | undefined> {
    try {
      const result = await this.flushWindow(scopeId, claim, options.signal);
      if (result === undefined) await this.claims.release(claim);
      return result;
    } catch (error) {
      // The database may be what failed: then the claim runs out by itself.
      await this.giveUp(claim, options).catch(() => undefined);
      throw error;
    }
  }

  private async flushWindow(
    scopeId: ScopeId,
    claim: WindowClaim,
    signal: AbortSignal | undefined,
  ): Promise<FlushResult | undefined> {
    const window = await this.windows.next(claim.backlog);
    if (window === undefined) throw new Error("a journal has fewer Sources than its head says");
    const extraction = await this.extraction.extract({ scopeId, claim, window, signal });
    const written = await this.writer.write(scopeId, window, extraction.candidates);
    this.count(extraction, written);
    if (written.kind === "lost") return undefined;
    return {
      kind: "processed",
      previousCursor: window.after,
      currentCursor: window.through,
      highWatermark: Math.max(claim.backlog.highWatermark, window.through),
      sources: window.sources,
      memory: written.revision === 0 ? undefined : memoryReference(written.revision),
    };
  }

  /** What was stopped from outside is no failure of the window. */
  private giveUp(claim: WindowClaim, { signal, retryInMs = retryWithoutJitter }: FlushOptions): Promise<void> {
    if (signal?.aborted === true) return this.claims.release(claim);
    return this.claims.recordFailure(claim, retryInMs(claim.backlog.failures));
  }

  private count({ dropped, redactions }: Extraction, written: WrittenWindow): void {
    this.meter.count("extraction_redactions", redactions);
    if (written.kind === "lost") return;
    this.meter.count("extraction_changes", written.changes);
    for (const reason of [...dropped, ...written.dropped]) this.meter.count(`extraction_dropped_${reason}`);
  }
}

/** A caller's flush is tried again when the caller likes; the time is for a schedule. */
const retryWithoutJitter = (failures: number): number => retryDelayMs(failures, 1);

function idle(backlog: Backlog | undefined): FlushResult {
  return { kind: "idle", cursor: backlog?.cursor ?? 0, highWatermark: backlog?.highWatermark ?? 0 };
}
