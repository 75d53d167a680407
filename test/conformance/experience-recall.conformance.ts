import type { DbSession } from "../../src/kernel/unit-of-work.port.js";
import { ExperienceStage } from "../support/experience-stage.js";
import { multilingualCorpus } from "../support/multilingual-corpus.js";
import { until } from "../support/until.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";

/** Statements of a recall of both sources, at most. */
const STATEMENTS = 4;
const KEEP = "keep the nightly vacuum away from the billing window";

export function experienceRecallConformance(family: AdapterFamily): void {
  describe(`Recall of Experiences on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let stage: ExperienceStage;
    beforeAll(async () => {
      adapters = await family.open();
      stage = new ExperienceStage(adapters);
    });
    afterEach(() => stage.rebuild.stop());
    afterAll(() => adapters.close());

    const statementsOf = async (work: () => Promise<unknown>): Promise<number> => {
      adapters.takeStatements();
      await work();
      return adapters.takeStatements().length;
    };

    it("finds what was approved, never what waits, was rejected or was said in another scope", async () => {
      const scope = freshScope();
      const [waiting, rejected] = [
        await stage.propose(scope, "vacuum the billing tables by hand"),
        await stage.propose(scope, "vacuum the billing tables at noon"),
      ];
      await stage.review.reject(scope, rejected);
      await stage.approve(freshScope(), "vacuum the billing tables elsewhere");
      await stage.approve(scope, KEEP);
      await expect(stage.lessons(scope, "when may the billing vacuum run?")).resolves.toEqual([KEEP]);
      await stage.review.approve(scope, waiting);
      await expect(stage.lessons(scope, "when may the billing vacuum run?")).resolves.toHaveLength(2);
    });

    it("finds an Experience by each of its four fields, and by no label", async () => {
      const scope = freshScope();
      await stage.review.capture(scope);
      const proposal = { situation: "walrus", action: "ocelot", outcome: "narwhal", lesson: "pangolin" };
      await stage.review.approve(scope, await stage.review.propose(scope, "", { proposal }));
      for (const word of Object.values(proposal))
        await expect(stage.lessons(scope, word)).resolves.toEqual(["pangolin"]);
      for (const label of Object.keys(proposal)) await expect(stage.lessons(scope, label)).resolves.toEqual([]);
    });

    it("recalls the head Revision alone: a new one's text takes the place of the old", async () => {
      const scope = freshScope();
      const first = await stage.approve(scope, "restart the walrus daemon");
      await expect(stage.recall(scope, "walrus")).resolves.toMatchObject({ experiences: [first] });
      const second = await stage.approve(scope, "restart the narwhal daemon", first);
      await expect(stage.lessons(scope, "walrus")).resolves.toEqual([]);
      await expect(stage.recall(scope, "narwhal")).resolves.toMatchObject({
        lessons: ["restart the narwhal daemon"],
        experiences: [{ ...first, revision: 2 }],
      });
      expect(second).toEqual({ ...first, revision: 2 });
    });

    it("finds the same by its index as by scanning the texts, in every script", async () => {
      const scope = freshScope();
      const { texts, queries } = multilingualCorpus(60, 60, 3);
      for (const text of texts) await stage.approve(scope, text);
      let found = 0;
      for (const query of queries) {
        const scanned = await stage.recall(scope, query, { byScan: true });
        await expect(stage.recall(scope, query)).resolves.toEqual(scanned);
        found += scanned?.lessons.length ?? 0;
        expect(scanned?.lessons.length).toBeLessThanOrEqual(8);
      }
      expect(found).toBeGreaterThan(100);
    });

    it("recalls Experiences of a scope without Memory, and Memory of one without Experiences", async () => {
      const [lessons, facts] = [freshScope(), freshScope()];
      await stage.approve(lessons, KEEP);
      await stage.memory.remember(facts, "billing runs in a window at night");
      const query = "the billing window";
      await expect(stage.recall(lessons, query)).resolves.toMatchObject({ memories: [], lessons: [KEEP] });
      await expect(stage.recall(facts, query)).resolves.toMatchObject({
        memories: ["billing runs in a window at night"],
        lessons: [],
      });
      await expect(stage.recall(freshScope(), query)).resolves.toMatchObject({ memories: [], lessons: [] });
    });

    it("takes no statement more for Experiences that are not there, and few with both", async () => {
      const [both, facts] = [freshScope(), freshScope()];
      for (const scope of [both, facts]) await stage.memory.remember(scope, "billing runs in a window at night");
      await stage.approve(both, KEEP);
      const query = "the billing window";
      const search = { scopeId: facts, query, limit: 10, mode: "fts" } as const;
      const alone = await statementsOf(() => stage.memory.memory.search(search));
      await expect(statementsOf(() => stage.recall(facts, query))).resolves.toBe(alone);
      for (const asked of [query, "the nightly vacuum", "runs at night", "nothing of this qqqq occurs", "道", "the"]) {
        expect(await statementsOf(() => stage.recall(both, asked))).toBeLessThanOrEqual(STATEMENTS);
      }
      await expect(stage.recall(both, query)).resolves.toMatchObject({
        memories: ["billing runs in a window at night"],
        lessons: [KEEP],
      });
    });

    it("abstains: a query about something else recalls nothing, one about it does", async () => {
      const scope = freshScope();
      for (const lesson of [KEEP, "rotate the staging certificates monthly", "deploy workers after migrations"]) {
        await stage.approve(scope, lesson);
      }
      await expect(stage.lessons(scope, "which colour should the office walls have?")).resolves.toEqual([]);
      await expect(stage.lessons(scope, "thanks, go on please")).resolves.toEqual([]);
      await expect(stage.lessons(scope, "how often do staging certificates rotate?")).resolves.toEqual([
        "rotate the staging certificates monthly",
      ]);
    });

    it("puts a short lesson about the query before a very long one that mentions it", async () => {
      const scope = freshScope();
      const filler = Array.from({ length: 1_200 }, (_, index) => `word${String(index)}`).join(" ");
      const long = `${filler} walrus`.slice(-8_000);
      await stage.approve(scope, long);
      await stage.approve(scope, "feed the walrus at noon");
      const found = (await stage.lessons(scope, "when is the walrus fed at noon?")) ?? [];
      expect(found.map((lesson) => lesson.length)).toEqual(["feed the walrus at noon".length, long.length]);
      await expect(stage.lessons(scope, "word900 walrus")).resolves.toEqual(expect.arrayContaining([long]));
    });

    it("never lets search return an Experience", async () => {
      const scope = freshScope();
      await stage.approve(scope, KEEP);
      await stage.memory.remember(scope, "the billing window opens at two");
      const { hits } = await stage.memory.memory.search({ scopeId: scope, query: KEEP, limit: 50, mode: "fts" });
      expect(hits.map(({ text }) => text)).toEqual(["the billing window opens at two"]);
      await expect(stage.lessons(scope, KEEP)).resolves.toEqual([KEEP]);
    });

    it("answers the same while an index is of another analyzer, be it that of Memory or of Experiences", async () => {
      const scope = freshScope();
      await stage.memory.remember(scope, "the billing window opens at two");
      await stage.approve(scope, KEEP);
      const query = "the billing window";
      const live = await stage.recall(scope, query);
      expect(live).toMatchObject({ memories: ["the billing window opens at two"], lessons: [KEEP] });
      await stage.age(scope, 99);
      await expect(stage.recall(scope, query)).resolves.toEqual(live);
      const sql = "UPDATE memory_head SET index_version = 99 WHERE scope_key = ?";
      const key = await stage.keyOf(scope);
      await adapters.unitOfWork.run((tx) => tx.execute({ name: "test.age-memory", sql }, [key]));
      await expect(stage.recall(scope, query)).resolves.toEqual(live);
      stage.rebuild.start();
      await until(async () => (await stage.rebuild.state()) === "ready");
      await expect(stage.recall(scope, query)).resolves.toEqual(live);
    });

    it("says when the index was exchanged between its statements, and then finds all by scanning", async () => {
      const scope = freshScope();
      await stage.approve(scope, KEEP);
      let statements = 0;
      const session: DbSession = {
        query: async (statement, parameters) => {
          const rows = await adapters.unitOfWork.reader.query<never>(statement, parameters);
          if (++statements === 1) {
            await stage.age(scope, 0);
            stage.rebuild.start();
            await until(async () => new Set((await stage.postings(scope)).map(({ collection }) => collection)).has(10));
            await until(async () => (await stage.rebuild.state()) === "ready");
          }
          return rows;
        },
      };
      await expect(stage.recall(scope, "billing vacuum", { session })).resolves.toBeUndefined();
      await expect(stage.recall(scope, "billing vacuum", { session, byScan: true })).resolves.toMatchObject({
        lessons: [KEEP],
      });
    });

    it("shows one whole Revision to whoever prepares while the next is approved", async () => {
      const scope = freshScope();
      await stage.memory.remember(scope, "the walrus number is in the ledger");
      let head = await stage.approve(scope, "walrus number 1");
      const approving = new AbortController();
      const seen = new Set<number>();
      const preparing = (async () => {
        while (!approving.signal.aborted) {
          const recalled = await stage.recall(scope, "walrus number");
          const [reference, ...more] = recalled?.experiences ?? [];
          expect(more).toEqual([]);
          expect(recalled?.lessons).toEqual([`walrus number ${String(reference?.revision)}`]);
          seen.add(reference?.revision ?? 0);
        }
      })();
      for (let revision = 2; revision <= 25; revision++) {
        head = await stage.approve(scope, `walrus number ${String(revision)}`, head);
      }
      approving.abort();
      await preparing;
      expect(head.revision).toBe(25);
      expect(seen.size).toBeGreaterThan(1);
    });
  });
}
