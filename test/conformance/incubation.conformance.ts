import { SqlInboxStatistics } from "../../src/experience/adapters/inbox-statistics.repository.js";
import type { ScopeId } from "../../src/kernel/ids.js";
import type { Tx, UnitOfWork } from "../../src/kernel/unit-of-work.port.js";
import { ExperienceWorld, source } from "../support/experience-world.js";
import { FlushWorld } from "../support/flush-world.js";
import { OpenAiServer } from "../support/openai-server.js";
import { RepeatingUnitOfWork } from "../support/repeating-unit-of-work.js";
import type { AdapterFamily, OpenAdapters } from "./harness.js";
import { aProposal } from "./review-calls.js";

/** Experience that a schedule proposes from what tasks report. */
export function incubationConformance(family: AdapterFamily): void {
  describe(`incubation on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let provider: OpenAiServer;
    let world: ExperienceWorld;
    beforeAll(async () => {
      adapters = await family.open();
    });
    afterAll(() => adapters.close());
    beforeEach(async () => {
      provider = await OpenAiServer.start();
      world = new ExperienceWorld(adapters, provider);
    });
    afterEach(() => provider.down());

    const proposals = async (scope: ScopeId = world.scope) =>
      (await world.calls.list(scope)).candidates.map(({ proposal, sourceRefs }) => ({ proposal, sourceRefs }));

    it("shows task outcomes alone, and proposes on those the model names", async () => {
      await world.capture("chat", "not a report");
      await world.report("one", "the first report");
      await world.capture("other", "another kind", { kind: "note", "task-outcome": true });
      await world.report("two", "the second report");
      const window = await world.incubate({ name: "a", sources: [2, 1, 2, 9] }, { name: "b" });
      expect(window).toMatchObject({ kind: "processed", previousCursor: 0, currentCursor: 4, sources: 4 });
      expect(world.shown()).toEqual([
        { number: 1, text: "the first report" },
        { number: 2, text: "the second report" },
      ]);
      expect(await proposals()).toEqual([
        { proposal: aProposal("a"), sourceRefs: [source("two"), source("one")] },
        { proposal: aProposal("b"), sourceRefs: [source("one")] },
      ]);
      expect(await world.counted("incubation_candidates")).toBe(2);
    });

    it("goes past a window without any outcome, and asks nobody", async () => {
      await world.capture("chat", "not a report");
      await expect(world.incubate({ name: "never" })).resolves.toMatchObject({ kind: "processed", currentCursor: 1 });
      await expect(world.incubate({ name: "never" })).resolves.toEqual({ kind: "idle", cursor: 1, highWatermark: 1 });
      expect(world.asked()).toEqual([]);
      expect(await proposals()).toEqual([]);
      await world.report("one", "a report");
      await world.incubate({ name: "a" });
      expect(await proposals()).toHaveLength(1);
    });

    it("takes at most 32 Sources a window, and no more text than a model is given at once", async () => {
      for (let index = 0; index < 33; index++) await world.report(`s-${String(index)}`, `report ${String(index)}`);
      await expect(world.incubate()).resolves.toMatchObject({ currentCursor: 32, highWatermark: 33, sources: 32 });
      expect(world.shown()).toHaveLength(32);
      await world.report("long", "l".repeat(200_000));
      await expect(world.incubate()).resolves.toMatchObject({ currentCursor: 33 });
      await expect(world.incubate()).resolves.toMatchObject({ currentCursor: 34 });
      expect(world.shown()[0]?.text).toMatch(/^l+\n\[\d+ bytes left out\]\nl+$/);
      expect(world.shown()[0]?.text.length).toBeLessThan(96 * 1024 + 64);
    });

    it("has a cursor of its own: neither flush nor incubation moves the other's", async () => {
      const flush = new FlushWorld(adapters, provider);
      await flush.capture("a", "b");
      await flush.flush();
      const backlog = (binding: "memory" | "experience") => flush.parts.claims.backlog(flush.scope, binding);
      expect([(await backlog("memory"))?.cursor, (await backlog("experience"))?.cursor]).toEqual([2, 0]);
      await flush.capture("c");
      await world.parts.incubation.incubate(flush.scope);
      expect([(await backlog("memory"))?.cursor, (await backlog("experience"))?.cursor]).toEqual([2, 3]);
    });

    describe("does not say again", () => {
      const said = {
        situation: "The nightly build of the payment service failed after the upgrade.",
        action: "The lock file was made anew and the cache was cleared on all runners.",
        outcome: "The next nightly build passed and stayed green all week.",
        lesson: "Clear the runner caches whenever the lock file changes.",
      };
      const again = { ...said, lesson: "CLEAR the runner caches, whenever the lock file changes!" };
      const other = { ...said, lesson: "Never clear the runner caches when the lock file changes." };

      beforeEach(() => world.report("one", "a report"));
      const lessons = async (status: "pending" | "approved" | "rejected" = "pending") =>
        (await world.calls.list(world.scope, { status })).candidates.map(({ proposal }) => proposal.lesson);
      const first = () => world.calls.propose(world.scope, "x", { proposal: said, sourceRefs: [source("one")] });

      it.each(["pending", "approved", "rejected"] as const)(
        "what a %s Candidate says, exactly or nearly",
        async (status) => {
          const candidate = await first();
          if (status === "approved") await world.calls.approve(world.scope, candidate);
          if (status === "rejected") await world.calls.reject(world.scope, candidate);
          await world.incubate({ name: "x", ...said }, { name: "x", ...again }, { name: "x", ...other });
          expect(await lessons()).toEqual(status === "pending" ? [said.lesson, other.lesson] : [other.lesson]);
          expect(await world.counted("incubation_dropped_duplicate")).toBe(2);
        },
      );

      it("what an earlier version of a Candidate said", async () => {
        const candidate = await first();
        const proposal = aProposal("revised");
        await world.calls.revise(world.scope, candidate, "x", { proposal, sourceRefs: [source("one")] });
        await world.incubate({ name: "x", ...said }, { name: "new" });
        expect(await lessons()).toEqual(["lesson revised", "lesson new"]);
      });

      it("what the same answer says before", async () => {
        await world.incubate({ name: "x", ...said }, { name: "x", ...again }, { name: "x", ...other });
        expect(await lessons()).toEqual([said.lesson, other.lesson]);
      });

      it("what was proposed while the model was asked", async () => {
        const held = provider.chat.hold();
        const incubating = world.incubate({ name: "x", ...again }, { name: "new" });
        await held.arrived;
        await first();
        held.release();
        await incubating;
        expect(await lessons()).toEqual([said.lesson, "lesson new"]);
      });

      it("what was proposed between the look at the inbox and its lock", async () => {
        const { reader } = adapters.unitOfWork;
        const unitOfWork: UnitOfWork = Object.assign(Object.create(adapters.unitOfWork) as UnitOfWork, {
          run: async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
            await first();
            return adapters.unitOfWork.run(work);
          },
        });
        const late = new ExperienceWorld(adapters, provider, { unitOfWork });
        const at = { scopeId: world.scope, scope: (await adapters.scopes.find(reader, world.scope))! };
        const proposals = [again, other].map((proposal) => ({ proposal, sourceRefs: [source("one")] }));
        const written = await late.parts.writer.write(at, { after: 0, through: 1, sources: 1 }, proposals);
        expect(written).toEqual({ kind: "written", candidates: 1, duplicates: 1 });
        expect(await lessons()).toEqual([said.lesson, other.lesson]);
      });

      it("but says what only another scope has said", async () => {
        await first();
        const elsewhere = new ExperienceWorld(adapters, provider);
        await elsewhere.report("one", "a report");
        await elsewhere.incubate({ name: "x", ...said });
        expect(await proposals(elsewhere.scope)).toEqual([{ proposal: said, sourceRefs: [source("one")] }]);
      });
    });

    it("drops what nobody could have proposed, and what rests on no report of the window", async () => {
      await world.report("one", "a report");
      await world.incubate(
        { name: "blank", lesson: " \n" },
        { name: "long", action: "x".repeat(8_001) },
        { name: "unsupported", sources: [] },
        { name: "invented", sources: [0, 2, -1] },
        { name: "good" },
      );
      expect(await proposals()).toEqual([{ proposal: aProposal("good"), sourceRefs: [source("one")] }]);
      expect(await world.counted("incubation_dropped_invalid")).toBe(4);
    });

    it("makes at most eight Candidates of a window, and none holds a secret", async () => {
      await world.report("one", "the key sk-proj-abcdefghij0123456789 leaked");
      const said = Array.from({ length: 9 }, (_, index) => ({ name: `number ${String(index)}` }));
      await world.incubate({ ...said[0]!, lesson: "rotate sk-proj-abcdefghij0123456789" }, ...said.slice(1));
      expect(world.shown()).toEqual([{ number: 1, text: "the key [redacted] leaked" }]);
      const made = await proposals();
      expect(made).toHaveLength(8);
      expect(made[0]?.proposal.lesson).toBe("rotate [redacted]");
    });

    it.each([
      ["an error status", { kind: "status", status: 500 }, "inference_unavailable"],
      ["a refusal", { kind: "refusal" }, "inference_unavailable"],
      ["another shape", { kind: "text", text: '{"proposals":[{"lesson":"x"}]}' }, "inference_unavailable"],
      ["nothing in time", { kind: "hang" }, "inference_timeout"],
    ] as const)("moves nothing for %s, and gives the scope back", async (_, fault, code) => {
      const hasty = new ExperienceWorld(adapters, provider, { timeoutMs: 300 });
      await hasty.report("one", "a report");
      provider.chat.next(fault);
      await expect(hasty.incubate({ name: "never" })).rejects.toMatchObject({ code });
      expect([await hasty.cursor(), await proposals(hasty.scope)]).toEqual([0, []]);
      await expect(hasty.incubate({ name: "at last" })).resolves.toMatchObject({ currentCursor: 1 });
    });

    it("writes Candidates and cursor together: a unit that fails late leaves neither", async () => {
      await world.report("one", "a report");
      await adapters.unitOfWork
        .run(async (tx) => {
          const inner = Object.assign(Object.create(adapters.unitOfWork) as typeof adapters.unitOfWork, {
            run: <T>(work: (inside: typeof tx) => Promise<T>) => work(tx),
          });
          const failing = new ExperienceWorld(adapters, provider, { unitOfWork: inner });
          const scope = (await adapters.scopes.find(tx, world.scope))!;
          const proposal = { proposal: aProposal("a"), sourceRefs: [source("one")] };
          const window = { after: 0, through: 1, sources: 1 };
          const written = await failing.parts.writer.write({ scopeId: world.scope, scope }, window, [proposal]);
          expect(written).toEqual({ kind: "written", candidates: 1, duplicates: 0 });
          throw new Error("late");
        })
        .catch((error: unknown) => {
          expect(error).toMatchObject({ message: "late" });
        });
      expect([await world.cursor(), await proposals()]).toEqual([0, []]);
      await world.incubate({ name: "a" });
      expect([await world.cursor(), (await proposals()).length]).toEqual([1, 1]);
    });

    it("writes a window once though its unit is run again after the commit", async () => {
      const repeating = new ExperienceWorld(adapters, provider, {
        unitOfWork: new RepeatingUnitOfWork(adapters.unitOfWork),
      });
      const scope = await adapters.unitOfWork.run((tx) => adapters.scopes.open(tx, repeating.scope));
      await repeating.report("one", "a report");
      const window = { after: 0, through: 1, sources: 1 };
      const written = await repeating.parts.writer.write({ scopeId: repeating.scope, scope }, window, [
        { proposal: aProposal("a"), sourceRefs: [source("one")] },
      ]);
      expect(written).toEqual({ kind: "written", candidates: 1, duplicates: 0 });
      expect(await proposals(repeating.scope)).toHaveLength(1);
      expect(await repeating.cursor()).toBe(1);
    });

    it("writes nothing when somebody else has moved the cursor, and goes on with the next window", async () => {
      await world.report("one", "a report");
      const held = provider.chat.hold();
      const late = world.incubate({ name: "late" });
      await held.arrived;
      const scope = (await adapters.scopes.find(adapters.unitOfWork.reader, world.scope))!;
      const window = { after: 0, through: 1, sources: 1 };
      await world.parts.writer.write({ scopeId: world.scope, scope }, window, [
        { proposal: aProposal("first"), sourceRefs: [source("one")] },
      ]);
      held.release();
      await expect(late).resolves.toMatchObject({ kind: "idle", cursor: 1 });
      expect((await proposals()).map(({ proposal }) => proposal.lesson)).toEqual(["lesson first"]);
    });

    it("asks the model once when two read a scope at once", async () => {
      await world.report("one", "a report");
      const results = await Promise.all([world.incubate({ name: "a" }), world.incubate({ name: "a" })]);
      expect(results.map(({ kind }) => kind).sort()).toEqual(["idle", "processed"]);
      expect(world.asked()).toHaveLength(1);
      expect(await proposals()).toHaveLength(1);
    });

    it("costs as many statements for a scope with many Candidates as for one with few", async () => {
      const cost = async (before: number): Promise<number> => {
        const fresh = new ExperienceWorld(adapters, provider);
        await fresh.report("one", "a report");
        for (let index = 0; index < before; index++) {
          await fresh.calls.propose(fresh.scope, `number ${String(index)}`, { sourceRefs: [source("one")] });
        }
        adapters.takeStatements();
        await fresh.incubate({ name: "a" }, { name: "b" });
        const statements = adapters.takeStatements().map(({ statement }) => statement.name);
        return statements.filter((name) => !/^(?:unit-of-work|sqlite)\./.test(name)).length;
      };
      const few = await cost(1);
      expect(await cost(100)).toBe(few);
    });

    it("is watched by the number that wait, counted so far and no further, and by the age of the oldest", async () => {
      await world.report("one", "a report");
      await world.incubate({ name: "a" }, { name: "b" });
      const statistics = new SqlInboxStatistics();
      const { reader } = adapters.unitOfWork;
      expect([await statistics.countPending(reader, 1), await statistics.countPending(reader, 2)]).toEqual([1, 2]);
      const [newest] = (await world.calls.list(world.scope)).candidates;
      expect(await statistics.oldestPendingAt(reader)).toBeLessThanOrEqual(newest!.createdAt);
    });
  });
}
