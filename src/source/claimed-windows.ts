import { Injectable } from "@nestjs/common";

import type { ScopeId } from "../kernel/ids.js";
import { Shutdown } from "../kernel/shutdown.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { nextWindow, mostSources, WINDOW_BYTES, type SourceWindow } from "./domain/source-window.policy.js";
import type { IdleWindow, ProcessedWindow, WindowOptions } from "./domain/window.types.js";
import { retryDelayMs } from "./domain/window-schedule.policy.js";
import type { Backlog, CursorBinding } from "./ports/source-cursors.port.js";
import { SourceJournal } from "./ports/source-journal.port.js";
import { isDrained, overloaded, WindowClaims, type WindowClaim } from "./window-claims.js";

/** A window whose cursor somebody else moved is tried once more. */
const MOST_WINDOWS = 2;

/** A window in hand. */
export interface WindowTask {
  readonly scopeId: ScopeId;
  readonly claim: WindowClaim;
  readonly window: SourceWindow;
  readonly signal: AbortSignal | undefined;
}

/** One who reads journals, a window at a time, and moves its cursor in the unit that writes what came of it. */
export interface WindowReader<T> {
  readonly binding: CursorBinding;
  /** Sources in a window at most, ≥ 1. */
  readonly sourcesInWindow: number;
  /** Milliseconds after which a generation has ended, whatever happened. Asked for only when something is pending. @throws DomainError */
  readonly generationMs: number;
  /** May wait for a model: no unit is open. Undefined when somebody else had moved the cursor, and nothing was written. */
  process(task: WindowTask): Promise<T | undefined>;
}

export type WindowResult<T> = IdleWindow | (ProcessedWindow & { readonly outcome: T });

/** Gives the next window of a scope to a reader, under a claim. */
@Injectable()
export class ClaimedWindows {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly claims: WindowClaims,
    private readonly journal: SourceJournal,
    private readonly shutdown: Shutdown,
  ) {}

  /**
   * Processes the next pending window of the scope, waiting for another that reads for the same purpose first. Whatever
   * fails, the cursor stays and the claim is given back. Without a signal of the caller's it ends with the server.
   *
   * @throws DomainError what the reader throws; overloaded when others had the scope all the time; inference_unavailable when
   *   the window of another that was waited for has failed; runtime_not_ready when the server is to stop.
   */
  async next<T>(scopeId: ScopeId, reader: WindowReader<T>, options: WindowOptions): Promise<WindowResult<T>> {
    if (options.signal) return this.tryNext(scopeId, reader, options);
    return this.shutdown.during((signal) => this.tryNext(scopeId, reader, { ...options, signal }));
  }

  private async tryNext<T>(
    scopeId: ScopeId,
    reader: WindowReader<T>,
    options: WindowOptions,
  ): Promise<WindowResult<T>> {
    for (let tried = 0; tried < MOST_WINDOWS; tried++) {
      const backlog = await this.claims.backlog(scopeId, reader.binding);
      if (backlog === undefined || isDrained(backlog)) return idle(backlog);
      const claim = await this.claims.take(scopeId, reader, options);
      if (claim === undefined) return idle(await this.claims.backlog(scopeId, reader.binding));
      const done = await this.processClaimed(scopeId, claim, reader, options);
      if (done !== undefined) return done;
    }
    throw overloaded();
  }

  /** Undefined when the cursor was lost. */
  private async processClaimed<T>(
    scopeId: ScopeId,
    claim: WindowClaim,
    reader: WindowReader<T>,
    options: WindowOptions,
  ): Promise<(ProcessedWindow & { readonly outcome: T }) | undefined> {
    try {
      const window = await this.windowOf(claim.backlog, reader.sourcesInWindow);
      const task = { scopeId, claim, window, signal: options.signal };
      const outcome = await this.claims.whileHeld(claim, () => reader.process(task));
      if (outcome !== undefined) return { ...processed(window, claim.backlog), outcome };
      await this.claims.release(claim);
      return undefined;
    } catch (error) {
      // The database may be what failed: then the claim runs out by itself.
      await this.giveUp(claim, options).catch(() => undefined);
      throw error;
    }
  }

  private async windowOf(
    { scope, cursor, highWatermark, failures }: Backlog,
    sourcesInWindow: number,
  ): Promise<SourceWindow> {
    const sources = mostSources(Math.min(sourcesInWindow, highWatermark - cursor), failures);
    const pending = await this.journal.sizesAfter(this.unitOfWork.reader, scope, cursor, sources);
    const window = nextWindow(cursor, pending, { sources, bytes: WINDOW_BYTES });
    if (window === undefined) throw new Error("a journal has fewer Sources than its head says");
    return window;
  }

  /** What was stopped from outside is no failure of the window. */
  private giveUp(claim: WindowClaim, { signal, retryInMs = retryWithoutJitter }: WindowOptions): Promise<void> {
    if (signal?.aborted === true) return this.claims.release(claim);
    return this.claims.recordFailure(claim, retryInMs(claim.backlog.failures));
  }
}

/** What a caller asked for is tried again when the caller likes; the time is for a schedule. */
const retryWithoutJitter = (failures: number): number => retryDelayMs(failures, 1);

function idle(backlog: Backlog | undefined): IdleWindow {
  return { kind: "idle", cursor: backlog?.cursor ?? 0, highWatermark: backlog?.highWatermark ?? 0 };
}

function processed(window: SourceWindow, { highWatermark }: Backlog): ProcessedWindow {
  return {
    kind: "processed",
    previousCursor: window.after,
    currentCursor: window.through,
    highWatermark: Math.max(highWatermark, window.through),
    sources: window.sources,
  };
}
