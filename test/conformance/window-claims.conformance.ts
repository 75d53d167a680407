import { RuntimeState } from "../../src/platform/runtime-state.js";
import { WindowClaims, type WindowClaim } from "../../src/source/window-claims.js";
import { until } from "../support/until.js";
import { CursorCalls, type OpenedScope } from "./cursor-calls.js";
import type { AdapterFamily, OpenAdapters } from "./harness.js";

const READER = { binding: "memory", generationMs: 60_000 } as const;

export function windowClaimsConformance(family: AdapterFamily): void {
  describe(`WindowClaims on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let calls: CursorCalls;
    let claims: WindowClaims;
    beforeAll(async () => {
      adapters = await family.open();
      calls = new CursorCalls(adapters);
      claims = new WindowClaims(adapters.unitOfWork, adapters.cursors, adapters.ids, new RuntimeState("bound"));
    });
    afterAll(() => adapters.close());

    const claimed = async (): Promise<{ readonly scope: OpenedScope; readonly claim: WindowClaim }> => {
      const scope = await calls.newScope();
      await calls.capture(scope.key);
      const claim = await claims.take(scope.id, READER, {});
      if (claim === undefined) throw new Error("the claim was not had");
      return { scope, claim };
    };
    const runOut = (scope: OpenedScope) =>
      calls.alter("UPDATE source_cursor SET claimed_until = 0 WHERE scope_key = ? AND binding = 1", [scope.key]);

    it("give a claim for ten seconds, so that nobody waits longer for a process that was killed", async () => {
      const { scope } = await claimed();
      const { forMs } = (await calls.claim(scope.key, calls.newClaim())) as { forMs: number };
      expect(forMs).toBeGreaterThan(5_000);
      expect(forMs).toBeLessThanOrEqual(10_000);
    });

    describe("with a heartbeat", () => {
      beforeEach(() => {
        jest.useFakeTimers({
          doNotFake: [
            "nextTick",
            "queueMicrotask",
            "performance",
            "setImmediate",
            "clearImmediate",
            "setTimeout",
            "clearTimeout",
            "Date",
            "hrtime",
          ],
        });
      });
      afterEach(() => {
        jest.useRealTimers();
      });

      it("hold a claim as long as the work runs, and no longer", async () => {
        const { scope, claim } = await claimed();
        const work = claims.whileHeld(claim, async () => {
          for (let beat = 0; beat < 2; beat++) {
            await runOut(scope);
            await expect(calls.isDue(scope)).resolves.toBe(true);
            jest.advanceTimersByTime(3_000);
            await until(async () => !(await calls.isDue(scope)));
          }
          return "done";
        });
        await expect(work).resolves.toBe("done");
        await runOut(scope);
        expect(jest.getTimerCount()).toBe(0);
      });

      it("stop with work that fails, and leave a claim that was lost to the other", async () => {
        const { scope, claim } = await claimed();
        const other = calls.newClaim();
        const work = claims.whileHeld(claim, async () => {
          await runOut(scope);
          await calls.claim(scope.key, other, 20_000);
          jest.advanceTimersByTime(3_000);
          throw new Error("failed");
        });
        await expect(work).rejects.toThrow("failed");
        expect(jest.getTimerCount()).toBe(0);
        const { forMs } = (await calls.claim(scope.key, calls.newClaim())) as { forMs: number };
        expect(forMs).toBeGreaterThan(10_000);
      });

      it("do without beats that fail", async () => {
        const { claim } = await claimed();
        const closed = { run: () => Promise.reject(new Error("no database")), reader: adapters.unitOfWork.reader };
        const cut = new WindowClaims(closed, adapters.cursors, adapters.ids, new RuntimeState("bound"));
        const work = cut.whileHeld(claim, async () => {
          jest.advanceTimersByTime(9_000);
          return adapters.unitOfWork.run(() => Promise.resolve("done"));
        });
        await expect(work).resolves.toBe("done");
      });
    });
  });
}
