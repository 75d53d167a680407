import { DomainError } from "../../../kernel/domain-error.js";

export interface LaneLimits {
  /** Requests in work at once. */
  readonly concurrency: number;
  /** Requests that may wait; one more is refused. */
  readonly queueLength: number;
  readonly waitMs: number;
}

/** Why a lane did not take a request. */
export type LaneRefusal = "queue_full" | "wait_too_long";

/** One request in a lane: in its queue first, then in work. */
export interface Place {
  /** Resolves when the request may begin; never if it has left before. @throws DomainError `overloaded` */
  readonly begun: Promise<void>;
  /** Makes room for the next. Calling it again changes nothing. */
  leave(): void;
}

const AT_ONCE = Promise.resolve();

/** A bounded number of requests in work, and a bounded queue before them in order of arrival. */
export class AdmissionLane {
  private readonly queue = new Set<Waiting>();
  private taken = 0;

  constructor(
    private readonly limits: LaneLimits,
    private readonly onRefused: (reason: LaneRefusal) => void,
  ) {}

  get inWork(): number {
    return this.taken;
  }

  get waiting(): number {
    return this.queue.size;
  }

  enter(): Place {
    if (this.taken < this.limits.concurrency) return this.begin();
    if (this.queue.size < this.limits.queueLength) return this.wait();
    this.onRefused("queue_full");
    return { begun: Promise.reject(busy()), leave: () => undefined };
  }

  private begin(): Place {
    this.taken += 1;
    const leave = once(() => {
      this.passOn();
    });
    return { begun: AT_ONCE, leave };
  }

  private wait(): Place {
    const waiting = new Waiting(this.limits.waitMs, () => {
      this.queue.delete(waiting);
      this.onRefused("wait_too_long");
    });
    this.queue.add(waiting);
    const leave = once(() => {
      if (this.queue.delete(waiting)) waiting.giveUp();
      else if (waiting.hasBegun) this.passOn();
    });
    return { begun: waiting.begun, leave };
  }

  /** The place goes to who has waited longest, before anybody who comes now. */
  private passOn(): void {
    for (const first of this.queue) {
      this.queue.delete(first);
      first.begin();
      return;
    }
    this.taken -= 1;
  }
}

class Waiting {
  readonly begun: Promise<void>;
  hasBegun = false;
  private proceed = (): void => undefined;
  private readonly timer: NodeJS.Timeout;

  constructor(waitMs: number, onTooLong: () => void) {
    let refuse: (refusal: DomainError) => void;
    this.begun = new Promise((resolve, reject) => {
      this.proceed = resolve;
      refuse = reject;
    });
    this.timer = setTimeout(() => {
      onTooLong();
      refuse(busy());
    }, waitMs);
  }

  begin(): void {
    this.giveUp();
    this.hasBegun = true;
    this.proceed();
  }

  giveUp(): void {
    clearTimeout(this.timer);
  }
}

function once(act: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    act();
  };
}

function busy(): DomainError {
  return new DomainError("overloaded", "The server has more requests than it can work on. Try again shortly.");
}
