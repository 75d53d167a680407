import { Injectable } from "@nestjs/common";

import { Clock } from "../kernel/clock.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { InboxStatistics } from "./ports/inbox-statistics.port.js";

/** No metric needs to know of more. */
const MOST_COUNTED = 10_000;

/** What waits for review, in all scopes together, for whoever watches the server. */
@Injectable()
export class InboxGauges {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly statistics: InboxStatistics,
  ) {}

  /** Pending Candidates, counted up to ten thousand. */
  pending(): Promise<number> {
    return this.statistics.countPending(this.unitOfWork.reader, MOST_COUNTED);
  }

  /** How long the oldest of them has waited; 0 without any. */
  async oldestSeconds(): Promise<number> {
    const at = await this.statistics.oldestPendingAt(this.unitOfWork.reader);
    return at === undefined ? 0 : Math.max(0, (this.clock.now() - at) / 1_000);
  }
}
