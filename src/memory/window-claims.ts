import { setTimeout as sleep } from "node:timers/promises";

import { Injectable } from "@nestjs/common";

import { DomainError } from "../kernel/domain-error.js";
import { IdGenerator } from "../kernel/id-generator.port.js";
import type { Id16, ScopeId } from "../kernel/ids.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { SourceCursors, type Backlog } from "../source/index.js";
import type { FlushOptions } from "./domain/flush.types.js";

const BINDING = "memory";
const FIRST_WAIT_MS = 25;
const LONGEST_WAIT_MS = 400;

/** The right to work on a scope's next window while others wait, and where the journal stood when it was given. */
export interface WindowClaim {
  readonly id: Id16;
  readonly backlog: Backlog;
}

/** Keeps two flushes of one scope from asking a model the same. What they write is kept apart by the cursor alone. */
@Injectable()
export class WindowClaims {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly cursors: SourceCursors,
    private readonly ids: IdGenerator,
  ) {}

  /** Undefined for a scope nobody has written to. */
  backlog(scopeId: ScopeId): Promise<Backlog | undefined> {
    return this.cursors.backlog(this.unitOfWork.reader, scopeId, BINDING);
  }

  /**
   * Takes the claim for so long, after waiting for a live one of somebody else, at most as long as that.
   *
   * @returns undefined when nothing is pending any more, or when somebody else has it and is not to be waited for.
   * @throws DomainError overloaded when others had the scope all the time
   */
  async take(scopeId: ScopeId, forMs: number, { signal, whenHeld }: FlushOptions): Promise<WindowClaim | undefined> {
    const id = this.ids.next();
    let waited = 0;
    for (let wait = FIRST_WAIT_MS; ; wait = Math.min(2 * wait, LONGEST_WAIT_MS)) {
      const backlog = await this.backlog(scopeId);
      if (backlog === undefined || isDrained(backlog)) return undefined;
      const outcome = await this.ask(backlog, id, forMs);
      if (outcome.kind === "claimed") return this.confirm(scopeId, id);
      if (whenHeld === "skip") return undefined;
      if (waited > forMs) throw overloaded();
      const pause = Math.min(wait, outcome.forMs + 1);
      await sleep(pause, undefined, signal ? { signal } : {});
      waited += pause;
    }
  }

  /** Holds the claim for so long from now on. One that was lost meanwhile stays lost: the cursor will tell. */
  async hold({ id, backlog }: WindowClaim, forMs: number): Promise<void> {
    await this.ask(backlog, id, forMs);
  }

  async release({ id, backlog }: WindowClaim): Promise<void> {
    await this.unitOfWork.run((tx) => this.cursors.release(tx, backlog.scope, BINDING, id));
  }

  /** Gives the claim back and counts the failure of its window. */
  async recordFailure({ id, backlog }: WindowClaim, retryInMs: number): Promise<void> {
    const failure = { claim: id, retryInMs };
    await this.unitOfWork.run((tx) => this.cursors.recordFailure(tx, backlog.scope, BINDING, failure));
  }

  private ask({ scope }: Backlog, claim: Id16, forMs: number) {
    return this.unitOfWork.run((tx) => this.cursors.claim(tx, scope, BINDING, { claim, forMs }));
  }

  /** The window may have been processed between the look at the backlog and the claim. */
  private async confirm(scopeId: ScopeId, id: Id16): Promise<WindowClaim | undefined> {
    const backlog = await this.backlog(scopeId);
    if (backlog === undefined) return undefined;
    if (!isDrained(backlog)) return { id, backlog };
    await this.release({ id, backlog });
    return undefined;
  }
}

export function isDrained(backlog: Backlog): boolean {
  return backlog.cursor >= backlog.highWatermark;
}

export function overloaded(): DomainError {
  return new DomainError("overloaded", "Other flushes of this scope are running. Retry after a moment.");
}
