import { type CheckState, ReadinessCheck } from "../kernel/readiness-check.port.js";
import type { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { FAILURES_WHEN_HELD } from "./domain/window-schedule.policy.js";
import type { CursorBinding, SourceCursors } from "./ports/source-cursors.port.js";

/** No metric needs to know of more. */
const MOST_COUNTED = 1_000;

/** Scopes whose windows fail again and again: they are tried on, and a person should look. The check `schedule`. */
export abstract class HeldScopes extends ReadinessCheck {
  protected constructor(
    private readonly reading: { readonly binding: CursorBinding; readonly isScheduled: boolean },
    private readonly unitOfWork: UnitOfWork,
    private readonly cursors: SourceCursors,
  ) {
    super();
  }

  /** Counted up to a thousand. */
  count(atMost = MOST_COUNTED): Promise<number> {
    return this.cursors.countFailing(this.unitOfWork.reader, this.reading.binding, FAILURES_WHEN_HELD, atMost);
  }

  override async state(): Promise<CheckState | undefined> {
    if (!this.reading.isScheduled) return undefined;
    return (await this.count(1)) === 0 ? "ready" : "not_ready";
  }
}
