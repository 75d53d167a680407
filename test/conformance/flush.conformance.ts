import { onFlushStage } from "../support/flush-stage.js";
import { candidates, FlushWorld, memoryAt, shownData } from "../support/flush-world.js";
import { flushOver } from "../support/flush-over.js";
import { OpenAiServer } from "../support/openai-server.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";
import { auditOf } from "../support/hash-chain.js";

export function flushConformance(family: AdapterFamily): void {
  describe(`Flush on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let provider: OpenAiServer;
    let world: FlushWorld;
    onFlushStage(family, (stage) => {
      ({ adapters, provider, world } = stage);
    });

    describe("of one window", () => {
      it("writes what the Sources say as one Revision and moves the cursor past them", async () => {
        await world.capture("We release on Tuesdays.", "Ana decides.", "Lunch was good.");
        const result = await world.flush(
          { text: "Releases go out on Tuesdays.", kind: "decision", sources: [1] },
          { text: "Ana decides on releases.", sources: [2, 1] },
        );
        expect(result).toEqual({
          kind: "processed",
          previousCursor: 0,
          currentCursor: 3,
          highWatermark: 3,
          sources: 3,
          memory: memoryAt(1),
        });
        const source = (number: number) => ({ name: "content", sourceId: `s-${String(number)}` });
        expect(await world.entry("Releases go out on Tuesdays.")).toMatchObject({
          kind: "decision",
          version: 1,
          sourceRefs: [source(1)],
        });
        expect(await world.entry("Ana decides on releases.")).toMatchObject({ sourceRefs: [source(1), source(2)] });
        expect((await world.calls.changes(world.scope, 0)).revisions).toMatchObject([
          { memoryRef: memoryAt(1), changes: [{ op: "add" }, { op: "add" }] },
        ]);
        expect(await auditOf(adapters, world.scope)).toEqual({ revisions: 1, fault: undefined });
        expect(await world.counted("extraction_changes")).toBe(2);
      });

      it("finds what it wrote", async () => {
        await world.extract({ text: "Releases go out on Tuesdays." });
        const found = await world.calls.memory.search({
          scopeId: world.scope,
          query: "releases",
          limit: 5,
          mode: "fts",
        });
        expect(found.hits.map(({ text }) => text)).toEqual(["Releases go out on Tuesdays."]);
      });

      it("is idle without pending Sources, in an unknown scope and without a model", async () => {
        const idle = { kind: "idle", cursor: 0, highWatermark: 0 };
        await expect(world.parts.flushes.flush(freshScope())).resolves.toEqual(idle);
        await expect(flushOver(adapters).flushes.flush(freshScope())).resolves.toEqual(idle);
        await world.extract();
        await expect(world.flush()).resolves.toEqual({ kind: "idle", cursor: 1, highWatermark: 1 });
        await expect(flushOver(adapters).flushes.flush(world.scope)).resolves.toMatchObject({
          kind: "idle",
          cursor: 1,
        });
        expect(provider.received("chat")).toHaveLength(1);
      });

      it("refuses pending Sources without a model and leaves them pending", async () => {
        await world.capture("one");
        await expect(flushOver(adapters).flushes.flush(world.scope)).rejects.toMatchObject({
          code: "capability_not_supported",
          details: { capability: "extract" },
        });
        expect(await world.cursor()).toBe(0);
      });

      it("moves the cursor when nothing is worth keeping, and makes no Memory of it", async () => {
        await expect(world.extract()).resolves.toMatchObject({ currentCursor: 1, memory: undefined });
        expect((await world.calls.list(world.scope)).memory).toBeUndefined();
        await world.calls.remember(world.scope, "something");
        await expect(world.extract()).resolves.toMatchObject({ currentCursor: 2, memory: memoryAt(1) });
      });

      it("shows the model the Sources as a reader sees them, those of the window only, and entries they may be about", async () => {
        await world.calls.remember(world.scope, "Releases go out on Mondays.");
        await world.calls.remember(world.scope, "The cafeteria serves soup.");
        await world.capture("Releases\n\u0000 moved to \u{1f525} Tuesdays");
        await world.flush();
        const { entries, sources } = shownData(world.lastRequest());
        expect(sources).toEqual([{ number: 1, text: "Releases\n moved to \u{1f525} Tuesdays" }]);
        expect(entries).toEqual([{ entry: "e1", kind: "fact", text: "Releases go out on Mondays." }]);
        expect(world.lastRequest().text).not.toContain("mem_ent_");
      });

      it("shows a bounded part of a large Memory", async () => {
        for (let index = 0; index < 60; index++) {
          await world.calls.remember(world.scope, `deploy note ${String(index)} ${"x".repeat(1_000)}`);
        }
        await world.capture(...Array.from({ length: 8 }, (_, index) => `deploy ${String(index)} `.repeat(600)));
        await world.flush();
        const { entries } = shownData(world.lastRequest());
        expect(entries.length).toBeGreaterThan(10);
        expect(entries.length).toBeLessThanOrEqual(24);
      });
    });

    describe("of several windows", () => {
      it("takes at most the Sources of the setting, then the rest", async () => {
        const small = new FlushWorld(adapters, provider, { sourcesInWindow: 2 });
        await small.capture("a", "b", "c");
        await expect(small.flush()).resolves.toMatchObject({ currentCursor: 2, highWatermark: 3, sources: 2 });
        await expect(small.flush()).resolves.toMatchObject({ previousCursor: 2, currentCursor: 3, sources: 1 });
        expect(shownData(small.lastRequest()).sources).toEqual([{ number: 1, text: "c" }]);
      });

      it("is bounded by bytes, too", async () => {
        await world.capture("a".repeat(60_000), "b".repeat(38_304), "c");
        await expect(world.flush()).resolves.toMatchObject({ currentCursor: 2 });
        await expect(world.flush()).resolves.toMatchObject({ currentCursor: 3 });
      });

      it("reads a Source of 200,000 characters in parts of whole characters, as one window", async () => {
        const content = "\u{1f525}é\n".repeat(50_000) + "end";
        await world.capture(content, "next");
        provider.chat.answer((request) => candidates({ text: `part ${shownData(request).sources[0]?.part ?? ""}` }));
        await expect(world.parts.flushes.flush(world.scope)).resolves.toMatchObject({ currentCursor: 1, sources: 1 });
        const parts = provider.received("chat").map((request) => shownData(request).sources);
        expect(parts.map(([part]) => part?.part)).toEqual(["1 of 4", "2 of 4", "3 of 4", "4 of 4"]);
        expect(parts.map(([part]) => part?.text).join("")).toBe(content);
        expect(await world.texts()).toEqual(["part 1 of 4", "part 2 of 4", "part 3 of 4", "part 4 of 4"]);
        expect((await world.calls.list(world.scope)).memory).toEqual(memoryAt(1));
      });

      it("keeps 32 candidates of a part and 64 of a window", async () => {
        await world.capture("x".repeat(250_000));
        provider.chat.answer((request) => {
          const part = shownData(request).sources[0]?.part ?? "";
          return candidates(...Array.from({ length: 40 }, (_, index) => ({ text: `${part}: ${String(index)}` })));
        });
        await world.parts.flushes.flush(world.scope);
        const texts = await world.texts();
        const ofPart = (part: number) => texts.filter((text) => text.startsWith(String(part))).length;
        expect([ofPart(1), ofPart(2), ofPart(3)]).toEqual([32, 32, 0]);
        expect(await world.counted("extraction_dropped_excess")).toBe(3 * 40 - 64);
      });
    });

    describe("of two at once", () => {
      it("gives both an answer: one processes the window, the other finds nothing or the next one", async () => {
        await world.capture("a");
        provider.chat.answer(() => candidates({ text: "said once" }));
        const results = await Promise.all([
          world.parts.flushes.flush(world.scope),
          world.parts.flushes.flush(world.scope),
        ]);
        expect(results.map(({ kind }) => kind).sort()).toEqual(["idle", "processed"]);
        expect(provider.received("chat")).toHaveLength(1);
        expect(await world.texts()).toEqual(["said once"]);
      });

      it("does not wait for a live claim when it is told to skip it", async () => {
        await world.capture("a");
        provider.chat.answer(() => candidates());
        const held = provider.chat.hold();
        const first = world.parts.flushes.flush(world.scope);
        await held.arrived;
        await expect(world.parts.flushes.flush(world.scope, { whenHeld: "skip" })).resolves.toEqual({
          kind: "idle",
          cursor: 0,
          highWatermark: 1,
        });
        held.release();
        await expect(first).resolves.toMatchObject({ kind: "processed" });
      });

      it("writes nothing when the cursor was lost, and goes on with the next window", async () => {
        const claimless = new FlushWorld(adapters, provider);
        await claimless.capture("a", "b");
        provider.chat.answer(() => candidates({ text: "late" }));
        const held = provider.chat.hold();
        const flushing = claimless.parts.flushes.flush(claimless.scope);
        await held.arrived;
        await expect(
          claimless.parts.writer.write(claimless.scope, { after: 0, through: 1, sources: 1 }, [
            { op: "add", kind: "fact", text: "first", evidence: [{ name: "content", sourceId: "s-1" }] },
          ]),
        ).resolves.toMatchObject({ kind: "written", changes: 1 });
        held.release();
        await expect(flushing).resolves.toMatchObject({ previousCursor: 1, currentCursor: 2 });
        expect(await claimless.texts()).toEqual(["first", "late"]);
        expect((await claimless.entry("late")).sourceRefs).toEqual([{ name: "content", sourceId: "s-2" }]);
      });

      it("leaves remember, search and the journal free while the model is asked", async () => {
        await world.capture("a");
        provider.chat.answer(() => candidates({ text: "from the model" }));
        const held = provider.chat.hold();
        const flushing = world.parts.flushes.flush(world.scope);
        await held.arrived;
        await world.calls.remember(world.scope, "meanwhile");
        await world.capture("b");
        expect(await world.texts()).toEqual(["meanwhile"]);
        held.release();
        await expect(flushing).resolves.toMatchObject({ currentCursor: 1, memory: memoryAt(2) });
        expect(await world.texts()).toEqual(["from the model", "meanwhile"]);
        expect(await world.cursor()).toBe(1);
      });
    });

    describe("that fails", () => {
      it.each([
        ["an error status", { kind: "status", status: 500 }, "inference_unavailable"],
        ["too many requests", { kind: "status", status: 429 }, "inference_unavailable"],
        ["a cut connection", { kind: "drop" }, "inference_unavailable"],
        ["no JSON", { kind: "text", text: "Sure! Here are the facts." }, "inference_unavailable"],
        ["another shape", { kind: "text", text: '{"candidates":[{"op":"delete"}]}' }, "inference_unavailable"],
        ["a refusal", { kind: "refusal" }, "inference_unavailable"],
        ["nothing in time", { kind: "hang" }, "inference_timeout"],
      ] as const)("for %s moves nothing and gives the scope back", async (_, fault, code) => {
        const hasty = new FlushWorld(adapters, provider, { timeoutMs: 200 });
        await hasty.capture("a");
        provider.chat.next(fault);
        await expect(hasty.flush({ text: "never" })).rejects.toMatchObject({ code });
        expect([await hasty.cursor(), await hasty.texts()]).toEqual([0, []]);
        await expect(hasty.flush({ text: "at last" })).resolves.toMatchObject({ currentCursor: 1 });
      });

      it("halves the window, so that all before a Source that cannot be read proceeds and it ends alone", async () => {
        const small = new FlushWorld(adapters, provider, { sourcesInWindow: 4 });
        await small.capture("a", "b", "poison", "d");
        provider.chat.answer((request) => (request.text.includes("poison") ? "cannot" : candidates()));
        const flushed = async (): Promise<unknown> =>
          small.parts.flushes.flush(small.scope).then(
            (result) => result.kind === "processed" && result.currentCursor,
            () => "failed",
          );
        const outcomes: unknown[] = [];
        for (let turn = 0; turn < 6; turn++) outcomes.push(await flushed());
        expect(outcomes).toEqual(["failed", 2, "failed", "failed", "failed", "failed"]);
        expect(shownData(small.lastRequest()).sources).toEqual([{ number: 1, text: "poison" }]);
        provider.chat.answer(() => candidates());
        expect([await flushed(), await flushed()]).toEqual([3, 4]);
      });

      it("is stopped by its signal without counting as a failure", async () => {
        await world.capture("a", "b");
        const held = provider.chat.hold();
        const ending = new AbortController();
        const flushing = world.parts.flushes.flush(world.scope, { signal: ending.signal });
        await held.arrived;
        ending.abort();
        await expect(flushing).rejects.toThrow();
        held.release();
        expect(await world.parts.claims.backlog(world.scope, "memory")).toMatchObject({ cursor: 0, failures: 0 });
        await expect(world.flush()).resolves.toMatchObject({ sources: 2 });
      });
    });

    it("costs one call of the model and statements by what changes, not by Sources or the Memory", async () => {
      const cost = async (filler: number, sources: number, changes: number): Promise<number> => {
        const fresh = new FlushWorld(adapters, provider);
        for (let index = 0; index < filler; index++) await fresh.calls.remember(fresh.scope, `filler ${String(index)}`);
        await fresh.capture(...Array.from({ length: sources }, (_, index) => `record ${String(index)}`));
        const said = Array.from({ length: changes }, (_, index) => ({ text: `statement number ${String(index)}` }));
        adapters.takeStatements();
        await fresh.flush(...said);
        return adapters.takeStatements().filter(({ statement }) => !/^(?:unit-of-work|sqlite)\./.test(statement.name))
          .length;
      };
      const before = provider.received("chat").length;
      const alone = await cost(0, 1, 0);
      expect(await cost(0, 100, 0)).toBe(alone);
      expect(provider.received("chat").length - before).toBe(2);
      const one = await cost(0, 100, 1);
      const eleven = await cost(0, 100, 11);
      expect((eleven - one) / 10).toBeLessThanOrEqual(4);
      // Each candidate is looked for among the entries: two statements, whatever their number.
      expect(await cost(50, 100, 11)).toBeLessThanOrEqual(eleven + 26);
    });
  });
}
