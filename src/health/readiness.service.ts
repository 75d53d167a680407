import { Inject, Injectable, Optional } from "@nestjs/common";

import { Database } from "../platform/database/index.js";
import { RuntimeState } from "../platform/runtime-state.js";
import { IndexReadiness } from "../search/index.js";

type CheckState = "ready" | "unavailable" | "timeout" | "misconfigured" | "not_ready";

export interface Readiness {
  /** `not_ready` refuses operations; `degraded` serves all of them, some with less. */
  readonly status: "ready" | "degraded" | "not_ready";
  readonly checks: Readonly<Record<string, CheckState>>;
}

/** Checks run side by side, so this keeps an answer below the 2.5 s the contract promises. */
const CHECK_DEADLINE_MS = 2_000;

/** Whether traffic should come here (RFC 0020 "Health and readiness"). */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly runtime: RuntimeState,
    @Optional() @Inject(Database) private readonly database: Database | undefined,
    @Optional() @Inject(IndexReadiness) private readonly index: IndexReadiness | undefined,
  ) {}

  async check(): Promise<Readiness> {
    if (!this.runtime.isReady || this.database === undefined) {
      return { status: "not_ready", checks: { runtime: "not_ready" } };
    }
    const [database, index] = await Promise.all([databaseState(this.database), indexState(this.index)]);
    return {
      status: statusFrom(database, index),
      checks: { runtime: "ready", database, ...(index === undefined ? {} : { index }) },
    };
  }
}

function statusFrom(database: CheckState, index: CheckState | undefined): Readiness["status"] {
  if (database !== "ready") return "not_ready";
  return index === undefined || index === "ready" ? "ready" : "degraded";
}

function databaseState(database: Database): Promise<CheckState> {
  return withinDeadline(database.check().then(() => "ready" as const));
}

async function indexState(index: IndexReadiness | undefined): Promise<CheckState | undefined> {
  return index === undefined ? undefined : withinDeadline(index.state());
}

/** The check's own answer, `unavailable` when it fails and `timeout` when it takes too long. */
async function withinDeadline(check: Promise<CheckState>): Promise<CheckState> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<CheckState>((resolve) => {
    timer = setTimeout(resolve, CHECK_DEADLINE_MS, "timeout");
  });
  try {
    return await Promise.race([check.catch((): CheckState => "unavailable"), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
