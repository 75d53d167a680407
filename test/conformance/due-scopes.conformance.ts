import { LONGEST_RETRY_MS, type CursorHealth } from "../../src/source/ports/source-cursors.port.js";
import { until } from "../support/until.js";
import { CursorCalls, MINUTE_MS, newSource, type OpenedScope } from "./cursor-calls.js";
import type { AdapterFamily, OpenAdapters } from "./harness.js";

export function dueScopesConformance(family: AdapterFamily): void {
  describe(`SourceCursors and SourceJournal on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let calls: CursorCalls;
    beforeAll(async () => {
      adapters = await family.open();
      calls = new CursorCalls(adapters);
    });
    afterAll(() => adapters.close());

    describe("the due list", () => {
      it("begins with those that have waited longest", async () => {
        const scopes = [await calls.newScope(), await calls.newScope(), await calls.newScope()];
        for (const { key } of [...scopes].reverse()) {
          await calls.advance(key, 1);
          // Past the grain of the clock, so that the order is theirs and not that of the keys.
          const begin = performance.now();
          await until(() => performance.now() - begin > 30);
        }
        await until(async () => (await calls.dueOf(scopes)).length === scopes.length);
        await expect(calls.dueOf(scopes)).resolves.toEqual([...scopes].reverse().map(({ id }) => id));
      });

      it("has those that failed apart, however long they are due, until their cursor moves", async () => {
        const [failing, healthy] = [await calls.newScope(), await calls.newScope()];
        const { cursors, unitOfWork } = adapters;
        const dueAs = async (health: CursorHealth) => {
          const due = await cursors.due(unitOfWork.reader, "memory", health, 1_000_000);
          return [failing, healthy].filter(({ key }) => due.some(({ scope }) => scope === key));
        };
        await calls.claimAndFail(failing.key, 0);
        await until(async () => (await dueAs("failing")).length > 0);
        expect(await dueAs("failing")).toEqual([failing]);
        expect(await dueAs("healthy")).toEqual([healthy]);
        await expect(calls.dueOf([failing], "experience")).resolves.toEqual([failing.id]);
        await calls.advance(failing.key, 0);
        await until(async () => (await dueAs("healthy")).length === 2);
        expect(await dueAs("failing")).toEqual([]);
      });

      it("has what has not failed even when the clock was set back after it became due", async () => {
        const [healthy, failed] = [await calls.newScope(), await calls.newScope()];
        await calls.advance(healthy.key, 0);
        await calls.claimAndFail(failed.key, 0);
        const nearlyAnHour = LONGEST_RETRY_MS - MINUTE_MS;
        for (const { key } of [healthy, failed]) await calls.shift(key, "next_attempt_at", -nearlyAnHour);
        await calls.expectDue(healthy);
        await expect(calls.dueOf([healthy, failed])).resolves.toEqual([healthy.id]);
      });

      it("holds what was never read, a scope for each reader, and at most as many as asked for", async () => {
        const scopes = [await calls.newScope(), await calls.newScope()];
        await calls.advance(scopes[0]!.key, 1);
        await calls.expectDue(scopes[0]!);
        await expect(calls.dueOf(scopes, "experience")).resolves.toHaveLength(2);
        await expect(calls.dueOf(scopes)).resolves.toHaveLength(2);
        await expect(adapters.cursors.due(adapters.unitOfWork.reader, "memory", "healthy", 1)).resolves.toHaveLength(1);
      });
    });

    describe("a scope that rests", () => {
      it("is off the list until the next capture, and then due for every reader that rests", async () => {
        const scope = await calls.newScope();
        await calls.capture(scope.key);
        await calls.advance(scope.key, 1);
        await calls.rest(scope.key);
        await expect(calls.isDue(scope)).resolves.toBe(false);
        await expect(calls.dueOf([scope], "experience")).resolves.toEqual([scope.id]);
        await calls.capture(scope.key);
        await calls.expectDue(scope);
      });

      it("is one without pending Sources: another stays due", async () => {
        const scope = await calls.newScope();
        await calls.capture(scope.key);
        await calls.rest(scope.key);
        await calls.expectDue(scope);
        await calls.advance(scope.key, 1);
        await calls.rest(scope.key);
        await expect(calls.isDue(scope)).resolves.toBe(false);
      });

      it("goes on resting when the capture that would have woken it is undone or a repeat", async () => {
        const scope = await calls.newScope();
        const source = newSource();
        await adapters.unitOfWork.run((tx) => adapters.journal.append(tx, scope.key, source));
        await calls.advance(scope.key, 1);
        await calls.rest(scope.key);
        const undone = adapters.unitOfWork.run(async (tx) => {
          await adapters.journal.append(tx, scope.key, newSource());
          throw new Error("undone");
        });
        await expect(undone).rejects.toThrow("undone");
        await adapters.unitOfWork.run((tx) => adapters.journal.append(tx, scope.key, source));
        await expect(calls.isDue(scope)).resolves.toBe(false);
        await calls.capture(scope.key);
        await calls.expectDue(scope);
      });

      it("keeps the backoff of a scope that failed before its Sources were processed otherwise", async () => {
        const [waiting, resting] = [await calls.newScope(), await calls.newScope()];
        for (const { key } of [waiting, resting]) await calls.capture(key);
        await calls.claimAndFail(waiting.key, MINUTE_MS);
        await calls.advance(resting.key, 1);
        await calls.rest(resting.key);
        for (const { key } of [waiting, resting]) await calls.capture(key);
        await calls.expectDue(resting);
        await expect(calls.dueOf([waiting, resting])).resolves.toEqual([resting.id]);
      });

      it("is woken by a batch, with the others of the batch as they were", async () => {
        const scopes = await calls.newScopes(4);
        const [awake, first, second, sleeper] = scopes as [OpenedScope, OpenedScope, OpenedScope, OpenedScope];
        for (const { key } of [first, second, sleeper]) await calls.rest(key);
        await expect(calls.dueOf(scopes)).resolves.toEqual([awake.id]);
        const batch = [first, awake, second, first].map(({ key }) => ({ scope: key, source: newSource() }));
        const positions = await adapters.unitOfWork.run((tx) => adapters.journal.appendNew(tx, batch));
        expect(positions).toEqual([1, 1, 1, 2]);
        await Promise.all([calls.expectDue(first), calls.expectDue(second)]);
        expect(new Set(await calls.dueOf(scopes))).toEqual(new Set([awake.id, first.id, second.id]));
        // The mark went with it: the next ones pay nothing.
        await calls.rest(sleeper.key);
        const alone = await adapters.unitOfWork.run((tx) =>
          adapters.journal.appendNew(tx, [{ scope: sleeper.key, source: newSource() }]),
        );
        expect(alone).toEqual([1]);
        await calls.expectDue(sleeper);
      });

      it("costs the capture that wakes it one statement, and the ones after it none", async () => {
        const scope = await calls.newScope();
        const statementsOf = async (): Promise<readonly string[]> => {
          adapters.takeStatements();
          await calls.capture(scope.key);
          return adapters.takeStatements().map(({ statement }) => statement.name);
        };
        const usual = await statementsOf();
        await calls.advance(scope.key, 1);
        await calls.rest(scope.key);
        const waking = await statementsOf();
        expect(waking).toHaveLength(usual.length + 1);
        expect(waking.filter((name) => !usual.includes(name))).toEqual(["journal.wake"]);
        await expect(statementsOf()).resolves.toEqual(usual);
      });

      it("is never left asleep by captures that race with the reader that puts it to rest", async () => {
        const scope = await calls.newScope();
        let read = 0;
        for (let round = 0; round < 15; round++) {
          const [position] = await Promise.all([
            calls.capture(scope.key),
            calls.rest(scope.key),
            calls.capture(scope.key),
          ]);
          expect(position).toBeGreaterThan(read);
          await calls.expectDue(scope);
          const behind = await calls.backlog(scope.id);
          await calls.advance(scope.key, (read = behind?.highWatermark ?? 0));
        }
        await calls.rest(scope.key);
        await expect(calls.isDue(scope)).resolves.toBe(false);
      });
    });
  });
}
