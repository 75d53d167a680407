import { LONGEST_CLAIM_MS, LONGEST_RETRY_MS } from "../../src/source/ports/source-cursors.port.js";
import { until } from "../support/until.js";
import { CursorCalls, MINUTE_MS } from "./cursor-calls.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";

export function sourceCursorsConformance(family: AdapterFamily): void {
  describe(`SourceCursors on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let calls: CursorCalls;
    beforeAll(async () => {
      adapters = await family.open();
      calls = new CursorCalls(adapters);
    });
    afterAll(() => adapters.close());

    it("starts at 0 with each scope, and knows nothing of one nobody has written to", async () => {
      const scope = await calls.newScope();
      await expect(calls.backlog(scope.id)).resolves.toEqual({
        scope: scope.key,
        cursor: 0,
        highWatermark: 0,
        failures: 0,
      });
      await expect(calls.backlog(freshScope())).resolves.toBeUndefined();
    });

    it("moves the cursor of one reader in one scope, and no other", async () => {
      const [scope, other] = [await calls.newScope(), await calls.newScope()];
      for (const { key } of [scope, scope, scope, other]) await calls.capture(key);
      await calls.advance(scope.key, 2);
      await expect(calls.backlog(scope.id)).resolves.toMatchObject({ cursor: 2, highWatermark: 3 });
      await expect(calls.backlog(other.id)).resolves.toMatchObject({ cursor: 0, highWatermark: 1 });
      await expect(calls.backlog(scope.id, "experience")).resolves.toMatchObject({ cursor: 0, highWatermark: 3 });
    });

    it("leaves the cursor, its failures and its claim where they were when the unit is undone", async () => {
      const scope = await calls.newScope();
      await calls.capture(scope.key);
      await calls.claimAndFail(scope.key, 0);
      const claimId = calls.newClaim();
      await calls.claim(scope.key, claimId);
      const undone = adapters.unitOfWork.run(async (tx) => {
        await adapters.cursors.lock(tx, scope.key, "memory");
        await adapters.cursors.advance(tx, scope.key, "memory", 1);
        throw new Error("undone");
      });
      await expect(undone).rejects.toThrow("undone");
      await expect(calls.backlog(scope.id)).resolves.toMatchObject({ cursor: 0, failures: 1 });
      await expect(calls.claim(scope.key, calls.newClaim())).resolves.toMatchObject({ kind: "held" });
    });

    it("lets ten units that look at the cursor under its lock move it one after the other", async () => {
      const scope = await calls.newScope();
      const seen = await Promise.all(
        Array.from({ length: 10 }, () =>
          adapters.unitOfWork.run(async (tx) => {
            const position = await adapters.cursors.lock(tx, scope.key, "memory");
            await adapters.cursors.advance(tx, scope.key, "memory", position + 1);
            return position;
          }),
        ),
      );
      expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 10 }, (_, index) => index));
      await expect(calls.backlog(scope.id)).resolves.toMatchObject({ cursor: 10 });
    });

    describe("a claim", () => {
      it("is had by one of ten that ask at once, and the others are told how long it lives", async () => {
        const scope = await calls.newScope();
        const outcomes = await Promise.all(Array.from({ length: 10 }, () => calls.claim(scope.key, calls.newClaim())));
        expect(outcomes.filter(({ kind }) => kind === "claimed")).toHaveLength(1);
        const waits = outcomes.flatMap((outcome) => (outcome.kind === "held" ? [outcome.forMs] : []));
        expect(waits).toHaveLength(9);
        expect(Math.min(...waits)).toBeGreaterThan(MINUTE_MS / 2);
        expect(Math.max(...waits)).toBeLessThanOrEqual(MINUTE_MS);
      });

      it("is held for longer by its holder, and by nobody whose claim was lost or given back", async () => {
        const scope = await calls.newScope();
        const [holder, late] = [calls.newClaim(), calls.newClaim()];
        const lifetime = async () => ((await calls.claim(scope.key, calls.newClaim())) as { forMs: number }).forMs;
        await calls.claim(scope.key, late, 30_000);
        await calls.release(scope.key, late);
        await calls.renew(scope.key, late, MINUTE_MS);
        await calls.expectDue(scope);
        await calls.claim(scope.key, holder, 30_000);
        await calls.renew(scope.key, late, MINUTE_MS);
        expect(await lifetime()).toBeLessThanOrEqual(30_000);
        await calls.renew(scope.key, holder, MINUTE_MS);
        expect(await lifetime()).toBeGreaterThan(30_000);
      });

      it("is had by a unit that runs a second time", async () => {
        const scope = await calls.newScope();
        const holder = calls.newClaim();
        await calls.claim(scope.key, holder);
        await expect(calls.claim(scope.key, holder)).resolves.toEqual({ kind: "claimed" });
        await expect(calls.claim(scope.key, calls.newClaim())).resolves.toMatchObject({ kind: "held" });
      });

      it("is free again when it was given back, by its holder and by nobody else", async () => {
        const scope = await calls.newScope();
        const [holder, other] = [calls.newClaim(), calls.newClaim()];
        await calls.claim(scope.key, holder);
        await calls.release(scope.key, other);
        await expect(calls.claim(scope.key, other)).resolves.toMatchObject({ kind: "held" });
        await calls.release(scope.key, holder);
        await expect(calls.claim(scope.key, other)).resolves.toEqual({ kind: "claimed" });
      });

      it("ends with its time, and with the step that it was taken for", async () => {
        const scope = await calls.newScope();
        await calls.claim(scope.key, calls.newClaim(), 5);
        const second = calls.newClaim();
        await until(async () => (await calls.claim(scope.key, second)).kind === "claimed");
        await calls.advance(scope.key, 1);
        await expect(calls.claim(scope.key, calls.newClaim())).resolves.toEqual({ kind: "claimed" });
      });

      it("of one reader leaves the other reader free", async () => {
        const scope = await calls.newScope();
        await calls.claim(scope.key, calls.newClaim());
        await expect(calls.claim(scope.key, calls.newClaim())).resolves.toMatchObject({ kind: "held" });
        const other = calls.claim(scope.key, calls.newClaim(), MINUTE_MS, "experience");
        await expect(other).resolves.toEqual({ kind: "claimed" });
      });

      it("keeps its scope off the due list while it lives", async () => {
        const scope = await calls.newScope();
        await calls.expectDue(scope);
        const holder = calls.newClaim();
        await calls.claim(scope.key, holder);
        await expect(calls.isDue(scope)).resolves.toBe(false);
        await calls.shift(scope.key, "claimed_until", MINUTE_MS);
        await calls.expectDue(scope);
      });

      it("that the clock has left too far in the future is dead, and one within its longest time is not", async () => {
        const scope = await calls.newScope();
        await calls.claim(scope.key, calls.newClaim(), 10 * LONGEST_CLAIM_MS);
        await expect(calls.isDue(scope)).resolves.toBe(false);
        await expect(calls.claim(scope.key, calls.newClaim())).resolves.toMatchObject({ kind: "held" });
        await calls.shift(scope.key, "claimed_until", -MINUTE_MS);
        await calls.expectDue(scope);
        await expect(calls.claim(scope.key, calls.newClaim())).resolves.toEqual({ kind: "claimed" });
      });
    });

    describe("a failure", () => {
      it("is counted, gives the claim back and puts the scope off until its time", async () => {
        const scope = await calls.newScope();
        await calls.claimAndFail(scope.key, MINUTE_MS);
        await calls.claimAndFail(scope.key, MINUTE_MS);
        await expect(calls.backlog(scope.id)).resolves.toMatchObject({ cursor: 0, failures: 2 });
        await expect(calls.isDue(scope)).resolves.toBe(false);
        await expect(calls.claim(scope.key, calls.newClaim())).resolves.toEqual({ kind: "claimed" });
        await calls.advance(scope.key, 0);
        await calls.claimAndFail(scope.key, MINUTE_MS);
        await calls.shift(scope.key, "next_attempt_at", MINUTE_MS);
        await calls.expectDue(scope);
      });

      it("of one whose claim was lost changes nothing", async () => {
        const scope = await calls.newScope();
        const [late, holder] = [calls.newClaim(), calls.newClaim()];
        await calls.claim(scope.key, holder);
        await calls.fail(scope.key, late, MINUTE_MS);
        await expect(calls.backlog(scope.id)).resolves.toMatchObject({ failures: 0 });
        await expect(calls.claim(scope.key, late)).resolves.toMatchObject({ kind: "held" });
        await calls.fail(scope.key, holder, 0);
        await expect(calls.backlog(scope.id)).resolves.toMatchObject({ failures: 1 });
      });

      it("is forgotten when the cursor moves, and the scope is due at once", async () => {
        const scope = await calls.newScope();
        await calls.claimAndFail(scope.key, MINUTE_MS);
        await calls.advance(scope.key, 1);
        await expect(calls.backlog(scope.id)).resolves.toMatchObject({ cursor: 1, failures: 0 });
        await calls.expectDue(scope);
      });

      it("keeps a scope waiting for an hour at most, and one that the clock has left further ahead is due", async () => {
        const scope = await calls.newScope();
        await calls.claimAndFail(scope.key, 10 * LONGEST_RETRY_MS);
        await expect(calls.isDue(scope)).resolves.toBe(false);
        await calls.shift(scope.key, "next_attempt_at", -MINUTE_MS);
        await calls.expectDue(scope);
        await calls.shift(scope.key, "next_attempt_at", MINUTE_MS + LONGEST_RETRY_MS);
        await calls.expectDue(scope);
      });

      it("shows among those that failed so often, counted up to a bound", async () => {
        const { reader } = adapters.unitOfWork;
        const often = 1_000_000 + Math.floor(Math.random() * 1_000_000_000);
        const scopes = [await calls.newScope(), await calls.newScope(), await calls.newScope()];
        await expect(adapters.cursors.hasFailing(reader, "memory", often)).resolves.toBe(false);
        for (const { key } of scopes) {
          await calls.alter("UPDATE source_cursor SET failures = ? WHERE scope_key = ? AND binding = 1", [
            often - 1,
            key,
          ]);
          await calls.claimAndFail(key, 0);
        }
        await expect(adapters.cursors.hasFailing(reader, "memory", often)).resolves.toBe(true);
        await expect(adapters.cursors.hasFailing(reader, "memory", often + 1)).resolves.toBe(false);
        await expect(adapters.cursors.hasFailing(reader, "experience", often)).resolves.toBe(false);
        await expect(adapters.cursors.countFailing(reader, "memory", often, 100)).resolves.toBe(3);
        await expect(adapters.cursors.countFailing(reader, "memory", often, 2)).resolves.toBe(2);
        for (const { key } of scopes) await calls.advance(key, 1);
        await expect(adapters.cursors.hasFailing(reader, "memory", often)).resolves.toBe(false);
      });
    });
  });
}
