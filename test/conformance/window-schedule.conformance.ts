import { SchedulerRegistry } from "@nestjs/schedule";

import type { ScopeId } from "../../src/kernel/ids.js";
import { ServerMetrics } from "../../src/platform/telemetry/server-metrics.js";
import type { IdleWindow } from "../../src/source/domain/window.types.js";
import { ScheduledWindows } from "../../src/source/scheduled-windows.js";
import { ScheduleTools, WindowScheduleJob } from "../../src/source/window-schedule.job.js";
import { until } from "../support/until.js";
import { CursorCalls } from "./cursor-calls.js";
import type { AdapterFamily, OpenAdapters } from "./harness.js";

const COUNTERS = { windows: "schedule_windows", sources: "schedule_sources", failures: "schedule_failures" } as const;
/** Nothing that the schedule has to record. */
const LEFT: IdleWindow = { kind: "idle", cursor: 0, highWatermark: 1 };

class TestedJob extends WindowScheduleJob {
  constructor(adapters: OpenAdapters, process: (scopeId: ScopeId) => Promise<IdleWindow>) {
    const { unitOfWork, cursors, ids, clock } = adapters;
    const windows = new ScheduledWindows(unitOfWork, cursors, ids, new ServerMetrics());
    const reading = { binding: "memory", counters: COUNTERS, process } as const;
    super(
      { name: "tested", intervalMs: 86_400_000, reading },
      new ScheduleTools(new SchedulerRegistry(), clock, windows),
    );
  }
}

export function windowScheduleConformance(family: AdapterFamily): void {
  describe(`WindowScheduleJob on ${family.name}`, () => {
    let adapters: OpenAdapters;
    beforeAll(async () => {
      adapters = await family.open();
    });
    afterAll(() => adapters.close());

    it("has at most two workers on scopes that failed before, and serves the others meanwhile", async () => {
      const calls = new CursorCalls(adapters);
      const failing = await calls.newScopes(10);
      for (const { key } of failing) await calls.claimAndFail(key, 0);
      await until(async () => (await calls.dueOf(failing)).length === failing.length);
      const healthy = await calls.newScopes(20);
      const isFailing = new Set(failing.map(({ id }) => id));
      const seen = new Set<ScopeId>();
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      const job = new TestedJob(adapters, async (scopeId) => {
        seen.add(scopeId);
        if (isFailing.has(scopeId)) await released;
        return LEFT;
      });
      job.start();
      try {
        await until(() => healthy.every(({ id }) => seen.has(id)));
        expect(failing.filter(({ id }) => seen.has(id))).toHaveLength(2);
        release();
        await until(() => failing.every(({ id }) => seen.has(id)));
      } finally {
        release();
        await job.stop();
      }
    });
  });
}
