import { onFlushStage } from "../support/flush-stage.js";
import { ANALYZER_VERSION } from "../../src/search/domain/analyzer.policy.js";
import { indexRebuildOver } from "../support/compose.js";
import { candidates, FlushWorld, memoryAt, type Said } from "../support/flush-world.js";
import { OpenAiServer } from "../support/openai-server.js";
import { until } from "../support/until.js";
import type { AdapterFamily, OpenAdapters } from "./harness.js";

const AGE_INDEX = { name: "test.age-index", sql: "UPDATE memory_head SET index_version = ? WHERE scope_key = ?" };
const DROP_POSTINGS = { name: "test.drop-postings", sql: "DELETE FROM search_posting WHERE scope_key = ?" };
const RETIRED_POSTINGS = {
  name: "test.retired-postings",
  sql: `SELECT collection, term, doc, impact FROM search_posting WHERE scope_key = ? AND collection % 4 = 3
        ORDER BY term, doc`,
};

const LONG =
  "The checkout service reads its feature flags from the shared Redis cluster in Frankfurt and falls back to the defaults " +
  "that were packaged with the release when the cluster cannot be reached within the deadline.";
const NEARLY_LONG = LONG.replace("shared", "big shared");

export function flushAdmissionConformance(family: AdapterFamily): void {
  describe(`What a flush admits on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let provider: OpenAiServer;
    let world: FlushWorld;
    onFlushStage(family, (stage) => {
      ({ adapters, provider, world } = stage);
    });

    /** Flushes one more Source, while something happens as the model thinks. */
    const extractWhile = async (meanwhile: () => Promise<unknown>, ...said: readonly Said[]) => {
      await world.capture(`the record of ${said.map(({ text }) => text).join()}`);
      provider.chat.answer(() => candidates(...said));
      const held = provider.chat.hold();
      const flushing = world.parts.flushes.flush(world.scope);
      await held.arrived;
      await meanwhile();
      held.release();
      return flushing;
    };
    const remember = (text: string) => world.calls.remember(world.scope, text);
    const retire = async (text: string) => world.calls.retire(world.scope, (await world.entry(text)).citation);
    const revise = async (text: string, to: string) =>
      world.calls.revise(world.scope, (await world.entry(text)).citation, to);

    /** What becomes of additions when something happens between the search for what is known and the lock. */
    const planAfter = async (meanwhile: () => Promise<unknown>, ...texts: readonly string[]) => {
      const { admission } = world.parts;
      const evidence = [{ name: "content", sourceId: "s-1" }];
      const said = texts.map((text) => ({ op: "add", kind: "fact", text, evidence }) as const);
      const prepared = await admission.prepare(world.scope, said);
      await meanwhile();
      return adapters.unitOfWork.run(async (tx) => {
        const key = await adapters.scopes.open(tx, world.scope);
        return admission.plan(tx, await adapters.heads.lock(tx, key), prepared);
      });
    };

    describe("a revision", () => {
      it("makes the next version of the entry shown, with the evidence of both", async () => {
        await world.extract({ text: "Releases go out on Tuesdays." });
        await world.capture("Releases moved to Thursdays.");
        await world.flush({ op: "revise", entry: "e1", kind: "decision", text: "Releases go out on Thursdays." });
        expect(await world.entry("Releases go out on Thursdays.")).toMatchObject({
          version: 2,
          kind: "decision",
          sourceRefs: [{ sourceId: "s-1" }, { sourceId: "s-2" }],
        });
        expect(await world.texts()).toEqual(["Releases go out on Thursdays."]);
      });

      it.each([
        [
          "revised",
          () => revise("Releases go out on Tuesdays.", "Releases go out on Mondays."),
          ["Releases go out on Mondays."],
        ],
        ["retired", () => retire("Releases go out on Tuesdays."), []],
      ])("is dropped and never rebased when the entry was %s meanwhile", async (_, meanwhile, left) => {
        await remember("Releases go out on Tuesdays.");
        await expect(
          extractWhile(meanwhile, { op: "revise", entry: "e1", text: "Releases go out on Thursdays." }),
        ).resolves.toMatchObject({ currentCursor: 1, memory: memoryAt(2) });
        expect(await world.texts()).toEqual(left);
        expect(await world.counted("extraction_dropped_stale")).toBe(1);
        expect(await world.counted("extraction_changes")).toBe(0);
      });

      it("goes through when another entry changed meanwhile", async () => {
        await remember("Releases go out on Tuesdays.");
        await extractWhile(() => remember("something else"), {
          op: "revise",
          entry: "e1",
          text: "Releases on Thursdays.",
        });
        expect(await world.texts()).toEqual(["Releases on Thursdays.", "something else"]);
      });
    });

    describe("an addition", () => {
      it("is dropped when an active entry says it, also since the model was asked", async () => {
        await remember("said before");
        await extractWhile(
          () => remember("said meanwhile"),
          { text: "said before", kind: "decision" },
          { text: "said meanwhile" },
          { text: " said now " },
          { text: "said now" },
        );
        expect(await world.texts()).toEqual(["said before", "said meanwhile", "said now"]);
        expect(await world.counted("extraction_dropped_duplicate")).toBe(3);
      });

      it("is dropped when an active entry or an earlier candidate says it in nearly the same words", async () => {
        await remember(LONG);
        await remember("Traffic moves from eu to us at night.");
        await extractWhile(
          () => remember("The team deploys on Fridays."),
          { text: NEARLY_LONG },
          { text: "the teams deployed, on FRIDAY" },
          { text: "Use tabs in the web client." },
          { text: "use TABS in the web client!" },
          { text: "Traffic moves from us to eu at night." },
        );
        expect(await world.texts()).toEqual([
          LONG,
          "The team deploys on Fridays.",
          "Traffic moves from eu to us at night.",
          "Traffic moves from us to eu at night.",
          "Use tabs in the web client.",
        ]);
        expect(await world.counted("extraction_dropped_duplicate")).toBe(3);
      });

      it("is compared with what active entries say once the Memory is held, not with what they said before", async () => {
        await remember(LONG);
        await remember("unrelated");
        const meanwhile = async (): Promise<void> => {
          await revise(LONG, "The checkout has no flags any more.");
          await revise("unrelated", "Use TABS");
        };
        expect(await planAfter(meanwhile, NEARLY_LONG, "Use tabs.", "new")).toMatchObject({
          changes: [{ content: { text: "new" } }],
          dropped: ["retired", "duplicate"],
        });
      });

      it("is dropped when the entry said it before extraction itself revised it, which may revise it back", async () => {
        await world.extract({ text: "The zeppelin queue uses redis." });
        await world.capture("zeppelin queue");
        await world.flush({ op: "revise", entry: "e1", text: "The zeppelin queue uses kafka." });
        await world.extract({ text: "The zeppelin queue uses redis." }, { text: "The hangar uses redis." });
        expect(await world.texts()).toEqual(["The hangar uses redis.", "The zeppelin queue uses kafka."]);
        expect(await world.counted("extraction_dropped_duplicate")).toBe(1);
      });

      it("is dropped without a Source of the window, and with what a caller could not have remembered", async () => {
        await world.extract(
          { text: "without", sources: [] },
          { text: "of another window", sources: [2, 0] },
          { text: "x".repeat(8_193) },
          { text: "supported", sources: [2, 1] },
        );
        expect(await world.texts()).toEqual(["supported"]);
        expect(await world.counted("extraction_dropped_unsupported")).toBe(2);
        expect(await world.counted("extraction_dropped_invalid")).toBe(1);
      });
    });

    describe("what a person ended", () => {
      const proposedAgain = async (text: string): Promise<number> => {
        const before = await world.counted("extraction_dropped_retired");
        await world.extract({ text });
        return (await world.counted("extraction_dropped_retired")) - before;
      };

      it("stays dead when it is proposed again: retired, replaced, in other forms, and nearly the same", async () => {
        await remember("Use tabs.");
        await remember("Deploys run at noon.");
        await remember(LONG);
        await retire("Use tabs.");
        await revise("Deploys run at noon.", "Deploys run at night.");
        await retire(LONG);
        for (const text of [
          "Use tabs.",
          "use TABS",
          "Deploys run at noon.",
          "Deploys ran at noon!",
          LONG,
          NEARLY_LONG,
        ]) {
          expect([text, await proposedAgain(text)]).toEqual([text, 1]);
        }
        expect(await world.texts()).toEqual(["Deploys run at night."]);
        expect(await proposedAgain("Use spaces.")).toBe(0);
        expect(await world.texts()).toEqual(["Deploys run at night.", "Use spaces."]);
      });

      it("is not what differs from it in a number, a name in code or a negation", async () => {
        const texts = [`${LONG} Port 8080.`, `${LONG} Set max_ttl.`, LONG];
        for (const text of texts) {
          await remember(text);
          await retire(text);
        }
        const others = [`${LONG} Port 9090.`, `${LONG} Set min_ttl.`, LONG.replace("reads", "never reads")];
        for (const text of others) expect([text, await proposedAgain(text)]).toEqual([text, 0]);
        for (const text of texts) expect([text, await proposedAgain(text)]).toEqual([text, 1]);
      });

      it("is every version of an entry that a person retired, whoever wrote it", async () => {
        await world.extract({ text: "The zeppelin queue uses redis." });
        await world.capture("zeppelin queue");
        await world.flush({ op: "revise", entry: "e1", text: "The zeppelin queue uses kafka." });
        await retire("The zeppelin queue uses kafka.");
        expect(await proposedAgain("The zeppelin queue uses redis.")).toBe(1);
        expect(await proposedAgain("The zeppelin queue uses nats.")).toBe(0);
        expect(await world.texts()).toEqual(["The zeppelin queue uses nats."]);
      });

      it("is dead also as the text of a revision", async () => {
        await remember("Releases go out on Tuesdays.");
        await revise("Releases go out on Tuesdays.", "Releases go out on Thursdays.");
        await world.capture("releases go out");
        await world.flush({ op: "revise", entry: "e1", text: "Releases go out on Tuesdays." });
        expect(await world.texts()).toEqual(["Releases go out on Thursdays."]);
        expect(await world.counted("extraction_dropped_retired")).toBe(1);
      });

      it("is dead also when it ended while the model was asked", async () => {
        await remember(LONG);
        await extractWhile(() => retire(LONG), { text: LONG }, { text: NEARLY_LONG }, { text: "unrelated" });
        expect(await world.texts()).toEqual(["unrelated"]);
        expect(await world.counted("extraction_dropped_retired")).toBe(2);
      });

      it("is dead also when it ended between the search for it and the lock", async () => {
        await remember(LONG);
        expect(await planAfter(() => retire(LONG), NEARLY_LONG, "unrelated")).toMatchObject({
          changes: [{ content: { text: "unrelated" } }],
          dropped: ["retired"],
        });
      });

      it("is dead also without a word to search for", async () => {
        await remember("?! …");
        await retire("?! …");
        expect([await proposedAgain("?! …"), await proposedAgain("?? …")]).toEqual([1, 0]);
      });

      it("may be remembered again by a person, and then is a duplicate", async () => {
        await remember("Use tabs.");
        await retire("Use tabs.");
        await remember("Use tabs.");
        expect(await proposedAgain("Use tabs.")).toBe(0);
        expect(await world.counted("extraction_dropped_duplicate")).toBe(1);
        expect(await world.texts()).toEqual(["Use tabs."]);
      });

      it("is not what extraction itself replaced", async () => {
        await world.extract({ text: "Releases go out on Tuesdays." });
        await world.capture("releases");
        await world.flush({ op: "revise", entry: "e1", text: "Releases go out on Thursdays." });
        await world.capture("releases");
        await world.flush({ op: "revise", entry: "e1", text: "Releases go out on Tuesdays." });
        expect(await world.texts()).toEqual(["Releases go out on Tuesdays."]);
      });

      it("is known while the index is of another version, and after it was rebuilt to what writing made", async () => {
        for (const text of [LONG, "Use tabs.", "Deploys run at noon."]) await remember(text);
        await retire(LONG);
        await revise("Use tabs.", "Use spaces.");
        const key = (await adapters.scopes.find(adapters.unitOfWork.reader, world.scope))!;
        const postings = async () =>
          (await adapters.unitOfWork.reader.query<Record<string, unknown>>(RETIRED_POSTINGS, [key])).map(
            ({ term, doc, impact }) => [term, doc, impact],
          );
        const written = await postings();
        expect(written.length).toBeGreaterThan(20);
        await adapters.unitOfWork.run((tx) => tx.execute(AGE_INDEX, [ANALYZER_VERSION - 1, key]));
        await adapters.unitOfWork.run((tx) => tx.execute(DROP_POSTINGS, [key]));
        expect(await proposedAgain(NEARLY_LONG)).toBe(1);
        await world.extract({ text: "use SPACES!" });
        expect(await world.counted("extraction_dropped_duplicate")).toBe(1);
        const job = indexRebuildOver(adapters);
        job.start();
        const version = async () => (await adapters.heads.read(adapters.unitOfWork.reader, world.scope))?.index.version;
        await until(async () => (await version()) === ANALYZER_VERSION);
        await job.stop();
        expect(await postings()).toEqual(written);
        expect([await proposedAgain(NEARLY_LONG), await proposedAgain("use TABS!")]).toEqual([1, 1]);
      });
    });
  });
}
