import type { SearchRequestMode } from "../../src/memory/domain/memory.types.js";
import { teamFacts } from "../support/team-facts.js";
import { axis, BACKUP, CAT, DEPLOY, refused, textsOf, tilted, VectorStage } from "../support/vector-stage.js";
import { freshScope, type AdapterFamily } from "./harness.js";
import { atRevision } from "./memory-calls.js";

/** Search by vector, alone and with full text. */
export function vectorSearchConformance(family: AdapterFamily): void {
  describe(`Vectors of Memory on ${family.name}`, () => {
    let stage: VectorStage;
    beforeAll(async () => {
      stage = await VectorStage.open(family);
    });
    beforeEach(() => stage.reset());
    afterEach(() => stage.vectors.fill.stop());
    afterAll(() => stage.close());

    describe("search", () => {
      it("runs hybrid in mode auto and says which arm found what", async () => {
        const scope = freshScope();
        await stage.rememberAll(scope);
        const { mode, memory, hits } = await stage.search(scope, "where does the cat sleep");
        expect({ mode, revision: memory?.revision }).toEqual({ mode: "hybrid", revision: 3 });
        expect(hits[0]).toMatchObject({ text: CAT, score: 1, matchedBy: ["fts", "vector"] });
        expect(textsOf(hits).sort()).toEqual([BACKUP, DEPLOY, CAT].sort());
        expect(hits.slice(1).map(({ matchedBy }) => matchedBy)).toEqual([["vector"], ["vector"]]);
        expect(hits.every(({ score }) => score > 0 && score <= 1)).toBe(true);
        await expect(stage.search(scope, "cat", "hybrid")).resolves.toMatchObject({ mode: "hybrid" });
      });

      it("shows the model neither a secret of an entry nor one of a query, and finds the entry as it is", async () => {
        const scope = freshScope();
        const text = `${CAT}, password=swordfish1`;
        await stage.calls.remember(scope, text);
        const { hits } = await stage.search(scope, "office cat <private>of Ana</private>", "vector");
        expect(textsOf(hits)).toEqual([text]);
        expect(stage.provider.received("embeddings").map(({ inputs }) => inputs)).toEqual([
          [`${CAT}, password=[redacted]`],
          ["office cat [redacted]"],
        ]);
      });

      it("runs the arm that was asked for alone, with scores that fall", async () => {
        const scope = freshScope();
        await stage.rememberAll(scope);
        const near = await stage.search(scope, "backups run on Tuesday night", "vector", 2);
        expect(near.mode).toBe("vector");
        expect(textsOf(near.hits)[0]).toBe(BACKUP);
        expect(near.hits).toHaveLength(2);
        expect(near.hits.every(({ matchedBy }) => matchedBy.join() === "vector")).toBe(true);
        const [first, second] = near.hits.map(({ score }) => score) as [number, number];
        expect(1 >= first && first > second && second >= 0).toBe(true);
        const words = await stage.search(scope, "backups", "fts");
        expect(words).toMatchObject({ mode: "fts", hits: [{ text: BACKUP, matchedBy: ["fts"] }] });
        expect(stage.provider.received("embeddings").map(({ inputs }) => inputs)).toHaveLength(4);
      });

      it("finds by vector what shares no word with the query, and by words what the model finds far", async () => {
        const scope = freshScope();
        stage.provider.embeddings.answer(({ inputs }) =>
          inputs.map((text) => (/feline|cat/.test(text) ? axis(1) : axis(2))),
        );
        await stage.rememberAll(scope);
        const { mode, hits } = await stage.search(scope, "feline");
        expect({ mode, first: hits[0]?.text, matchedBy: hits[0]?.matchedBy }).toEqual({
          mode: "hybrid",
          first: CAT,
          matchedBy: ["vector"],
        });
        await expect(stage.search(scope, "feline", "fts")).resolves.toMatchObject({ hits: [] });
        stage.provider.embeddings.answer(({ inputs }) => inputs.map(() => axis(1)));
        expect((await stage.search(scope, "backups")).hits[0]).toMatchObject({ text: BACKUP });
      });

      it("sees only its own scope, and answers an empty one with nothing, in mode auto without the model", async () => {
        const [left, right] = [freshScope(), freshScope()];
        await stage.calls.remember(left, CAT);
        await stage.calls.remember(right, DEPLOY);
        stage.provider.requests.length = 0;
        const nothing = { memory: undefined, mode: undefined, hits: [] };
        await expect(stage.search(freshScope(), "cat", "auto")).resolves.toEqual(nothing);
        expect(stage.provider.requests).toEqual([]);
        for (const mode of ["vector", "hybrid"] as const) {
          await expect(stage.search(freshScope(), "cat", mode)).resolves.toEqual(nothing);
        }
        expect(stage.provider.requests).toHaveLength(2);
        expect(textsOf((await stage.search(left, "cat", "vector")).hits)).toEqual([CAT]);
        expect(textsOf((await stage.search(right, "cat", "vector")).hits)).toEqual([DEPLOY]);
      });

      it("takes one statement more than full text, and two by vector alone", async () => {
        const scope = freshScope();
        for (const text of teamFacts(30)) await stage.calls.remember(scope, text);
        const statementsOf = async (mode: SearchRequestMode) => {
          stage.adapters.takeStatements();
          await stage.search(scope, "the nightly backup keeps its settings", mode);
          return stage.adapters.takeStatements().length;
        };
        expect(await statementsOf("fts")).toBe(2);
        expect(await statementsOf("auto")).toBe(3);
        expect(await statementsOf("vector")).toBe(2);
      });

      it("answers from one snapshot: what is retired while the model thinks is no hit", async () => {
        const scope = freshScope();
        const cat = await stage.calls.remember(scope, CAT);
        await stage.calls.remember(scope, DEPLOY);
        const held = stage.provider.embeddings.hold();
        const searching = stage.search(scope, "cat");
        await held.arrived;
        await stage.calls.retire(scope, atRevision(cat.entry.citation, 2));
        held.release();
        const { memory, mode, hits } = await searching;
        expect({ revision: memory?.revision, mode, texts: textsOf(hits) }).toEqual({
          revision: 3,
          mode: "hybrid",
          texts: [DEPLOY],
        });
      });
    });

    describe("a model that fails", () => {
      const DOWN = { kind: "status", status: 500 } as const;
      const queries = () => stage.provider.requests.length;

      it("refuses a mode that was asked for, whatever the scope holds, and does without in mode auto", async () => {
        const scope = freshScope();
        await stage.rememberAll(scope);
        stage.provider.embeddings.always(DOWN);
        for (const mode of ["vector", "hybrid"] as const) {
          await expect(stage.search(scope, "cat", mode)).rejects.toMatchObject(refused(mode));
          await expect(stage.search(freshScope(), "cat", mode)).rejects.toMatchObject(refused(mode));
        }
        await expect(stage.search(scope, "cat")).resolves.toMatchObject({ mode: "fts", hits: [{ text: CAT }] });
        await expect(stage.search(freshScope(), "cat")).resolves.toMatchObject({ memory: undefined, hits: [] });
      });

      it("is asked by prompts and in mode auto no more while it rests, and by whom asks for vectors always", async () => {
        const scope = freshScope();
        await stage.rememberAll(scope);
        stage.provider.requests.length = 0;
        stage.provider.embeddings.always(DOWN);
        await expect(stage.search(scope, "cat")).resolves.toMatchObject({ mode: "fts" });
        expect(queries()).toBe(1);
        stage.now += 2_999;
        await expect(stage.search(scope, "cat")).resolves.toMatchObject({ mode: "fts" });
        expect(textsOf((await stage.recall(scope, "when do deploys go out, on Tuesday?")).hits)).toEqual([DEPLOY]);
        expect(queries()).toBe(1);
        stage.now += 1;
        await stage.recall(scope, "when do deploys go out, on Tuesday?");
        expect(queries()).toBe(2);
        stage.provider.embeddings.always(undefined);
        await expect(stage.search(scope, "cat")).resolves.toMatchObject({ mode: "fts" });
        expect(queries()).toBe(2);
        await expect(stage.search(scope, "cat", "hybrid")).resolves.toMatchObject({ mode: "hybrid" });
        await expect(stage.search(scope, "cat")).resolves.toMatchObject({ mode: "hybrid" });
        expect(queries()).toBe(4);
      });
    });

    describe("recall", () => {
      it("recalls nothing that full text would not, however near, and asks no model then", async () => {
        const scope = freshScope();
        stage.provider.embeddings.answer(({ inputs }) => inputs.map(() => axis(1)));
        await stage.rememberAll(scope);
        stage.provider.requests.length = 0;
        await expect(stage.recall(scope, "quarterly revenue forecast spreadsheet")).resolves.toMatchObject({
          hits: [],
        });
        expect(stage.provider.requests).toEqual([]);
        expect(textsOf((await stage.recall(scope, "when do deploys go out, on Tuesday?")).hits)).toContain(DEPLOY);
        expect(stage.provider.requests).toHaveLength(1);
      });

      it("adds beside what full text admits only what is at least as near", async () => {
        const scope = freshScope();
        const places: Readonly<Record<string, readonly number[]>> = {
          [CAT]: tilted(0.1),
          [DEPLOY]: tilted(0.3),
          [BACKUP]: tilted(0.9),
        };
        stage.provider.embeddings.answer(({ inputs }) => inputs.map((text) => places[text] ?? axis(1)));
        await stage.rememberAll(scope);
        const { memory, hits } = await stage.recall(scope, "when do deploys go out, on Tuesday?");
        expect(memory?.revision).toBe(3);
        expect(hits.map(({ text, matchedBy }) => [text, matchedBy])).toEqual([
          [DEPLOY, ["fts", "vector"]],
          [CAT, ["vector"]],
        ]);
      });
    });
  });
}
