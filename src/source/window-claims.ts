import { setTimeout as sleep } from "node:timers/promises";

import { Injectable } from "@nestjs/common";

import { DomainError } from "../kernel/domain-error.js";
import { IdGenerator } from "../kernel/id-generator.port.js";
import type { Id16, ScopeId } from "../kernel/ids.js";
import { Shutdown } from "../kernel/shutdown.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import type { WindowOptions } from "./domain/window.types.js";
import { SourceCursors, type Backlog, type CursorBinding } from "./ports/source-cursors.port.js";

const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 400;
/** Whoever waits for a process that was killed waits so long. Longer than three missed beats. */
const CLAIM_MS = 10_000;
const HEARTBEAT_MS = 3_000;
/** What a reading may take beside its model: the searches before a call and the unit after it. */
const WAIT_MARGIN_MS = 15_000;

/** The right to work on a scope's next window while others wait, and where the journal stood when it was given. */
export interface WindowClaim {
  readonly id: Id16;
  readonly binding: CursorBinding;
  readonly backlog: Backlog;
}

/** Keeps two readers of one scope for one purpose from asking a model the same. What they write is kept apart by the cursor alone. */
@Injectable()
export class WindowClaims {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly cursors: SourceCursors,
    private readonly ids: IdGenerator,
    private readonly shutdown: Shutdown,
  ) {}

  /** Undefined for a scope nobody has written to. */
  backlog(scopeId: ScopeId, binding: CursorBinding): Promise<Backlog | undefined> {
    return this.cursors.backlog(this.unitOfWork.reader, scopeId, binding);
  }

  /**
   * Takes the claim, after waiting for a live one of somebody else: at most as long as one generation may take and fifteen
   * seconds. A window that is read in several parts may take longer.
   *
   * @returns undefined when nothing is pending any more, or when somebody else has it and is not to be waited for.
   * @throws DomainError overloaded when others had the scope all the time; inference_unavailable when the window that was
   *   waited for has failed: asking the model the same once more for each that waits helps nobody; runtime_not_ready when the
   *   server is to stop
   */
  async take(
    scopeId: ScopeId,
    reader: { readonly binding: CursorBinding; readonly generationMs: number },
    { signal, whenHeld }: WindowOptions,
  ): Promise<WindowClaim | undefined> {
    const { binding, generationMs } = reader;
    const id = this.ids.next();
    let awaited: Backlog | undefined;
    let waited = 0;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      this.shutdown.refuseIfBegun();
      const backlog = await this.backlog(scopeId, binding);
      if (backlog === undefined || isDrained(backlog)) return undefined;
      if (hasFailed(awaited, backlog)) throw awaitedFailed();
      const outcome = await this.ask({ id, binding, backlog });
      if (outcome.kind === "claimed") return this.confirm(scopeId, { id, binding, backlog }, awaited);
      if (whenHeld === "skip") return undefined;
      if (waited > generationMs + WAIT_MARGIN_MS) throw overloaded();
      const pause = Math.min(wait, outcome.forMs + 1);
      await sleep(pause, undefined, signal ? { signal } : {});
      awaited = backlog;
      waited += pause;
    }
  }

  /**
   * Keeps the claim alive while the work runs, by a heartbeat of one small unit. A beat that fails is left out, and a claim
   * that was lost stays lost: the cursor will tell.
   */
  async whileHeld<T>(claim: WindowClaim, work: () => Promise<T>): Promise<T> {
    const heartbeat = setInterval(() => void this.renew(claim).catch(() => undefined), HEARTBEAT_MS);
    try {
      return await work();
    } finally {
      clearInterval(heartbeat);
    }
  }

  async release({ id, binding, backlog }: WindowClaim): Promise<void> {
    await this.unitOfWork.run((tx) => this.cursors.release(tx, backlog.scope, binding, id));
  }

  /** Gives the claim back and counts the failure of its window. */
  async recordFailure({ id, binding, backlog }: WindowClaim, retryInMs: number): Promise<void> {
    const failure = { claim: id, retryInMs };
    await this.unitOfWork.run((tx) => this.cursors.recordFailure(tx, backlog.scope, binding, failure));
  }

  private async renew({ id, binding, backlog }: WindowClaim): Promise<void> {
    await this.unitOfWork.run((tx) => this.cursors.renew(tx, backlog.scope, binding, { claim: id, forMs: CLAIM_MS }));
  }

  private ask({ id, binding, backlog }: WindowClaim) {
    return this.unitOfWork.run((tx) => this.cursors.claim(tx, backlog.scope, binding, { claim: id, forMs: CLAIM_MS }));
  }

  /** The window may have been processed, or have failed, between the look at the backlog and the claim. */
  private async confirm(
    scopeId: ScopeId,
    claim: WindowClaim,
    awaited: Backlog | undefined,
  ): Promise<WindowClaim | undefined> {
    const backlog = await this.backlog(scopeId, claim.binding);
    if (backlog === undefined) return undefined;
    const failed = hasFailed(awaited, backlog);
    if (!failed && !isDrained(backlog)) return { ...claim, backlog };
    await this.release(claim);
    if (failed) throw awaitedFailed();
    return undefined;
  }
}

export function isDrained(backlog: Backlog): boolean {
  return backlog.cursor >= backlog.highWatermark;
}

export function overloaded(): DomainError {
  return new DomainError("overloaded", "Other flushes of this scope are running. Retry after a moment.");
}

function hasFailed(awaited: Backlog | undefined, now: Backlog): boolean {
  return awaited?.cursor === now.cursor && now.failures > awaited.failures;
}

function awaitedFailed(): DomainError {
  return new DomainError("inference_unavailable", "The flush that this one waited for has failed. Retry later.");
}
