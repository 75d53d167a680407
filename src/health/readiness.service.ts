import { Inject, Injectable, Optional } from "@nestjs/common";

import type { CheckState, ReadinessCheck } from "../kernel/readiness-check.port.js";
import { Database } from "../platform/database/index.js";
import { RuntimeState } from "../platform/runtime-state.js";

export interface Readiness {
  /** `not_ready` refuses operations; `degraded` serves all of them, some with less. */
  readonly status: "ready" | "degraded" | "not_ready";
  readonly checks: Readonly<Record<string, CheckState>>;
}

/** One line of the answer. Several checks of one name are one line: ready when all of them are. */
export interface NamedCheck {
  readonly name: string;
  readonly check: ReadinessCheck;
}

/** Injection token of every NamedCheck that was assembled, in the order of the answer. */
export const READINESS_CHECKS = Symbol("readiness checks");

/** Checks run side by side, so this keeps an answer below the 2.5 s the contract promises. */
const CHECK_DEADLINE_MS = 2_000;

/** Whether traffic should come here (RFC 0020 "Health and readiness"). */
@Injectable()
export class ReadinessService {
  constructor(
    private readonly runtime: RuntimeState,
    @Inject(READINESS_CHECKS) private readonly checks: readonly NamedCheck[],
    @Optional() @Inject(Database) private readonly database: Database | undefined,
  ) {}

  async check(): Promise<Readiness> {
    if (!this.runtime.isReady || this.database === undefined) {
      return { status: "not_ready", checks: { runtime: "not_ready" } };
    }
    const [database, ...states] = await Promise.all([
      databaseState(this.database),
      ...this.checks.map(({ check }) => withinDeadline(check.state())),
    ]);
    const parts = this.merged(states);
    return { status: statusFrom(database, Object.values(parts)), checks: { runtime: "ready", database, ...parts } };
  }

  private merged(states: readonly (CheckState | undefined)[]): Readonly<Record<string, CheckState>> {
    const parts: Record<string, CheckState> = {};
    this.checks.forEach(({ name }, index) => {
      const state = states[index];
      if (state !== undefined && (parts[name] ?? "ready") === "ready") parts[name] = state;
    });
    return parts;
  }
}

function statusFrom(database: CheckState, parts: readonly CheckState[]): Readiness["status"] {
  if (database !== "ready") return "not_ready";
  return parts.every((state) => state === "ready") ? "ready" : "degraded";
}

function databaseState(database: Database): Promise<CheckState> {
  return withinDeadline(database.check().then(() => "ready"));
}

/** The check's own answer, `unavailable` when it fails and `timeout` when it takes too long. */
async function withinDeadline<State extends CheckState | undefined>(
  check: Promise<State>,
): Promise<State | CheckState> {
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
