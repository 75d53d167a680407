import { vectorsOver } from "../support/compose-vectors.js";
import { embeddingModelOver, newSpace, openSpace } from "../support/embedding.js";
import { teamFacts } from "../support/team-facts.js";
import { until } from "../support/until.js";
import { axis, BACKUP, CAT, DEPLOY, refused, textsOf, VectorStage } from "../support/vector-stage.js";
import { freshScope, type AdapterFamily } from "./harness.js";
import { atRevision } from "./memory-calls.js";

/** Vectors written with entries, and filled later. */
export function entryVectorsConformance(family: AdapterFamily): void {
  describe(`Vectors of entries on ${family.name}`, () => {
    let stage: VectorStage;
    beforeAll(async () => {
      stage = await VectorStage.open(family);
    });
    beforeEach(() => stage.reset());
    afterEach(() => stage.vectors.fill.stop());
    afterAll(() => stage.close());

    describe("writing", () => {
      it("keeps vectors in step: a revised entry is found by its new text, a retired one not at all", async () => {
        const scope = freshScope();
        const cat = await stage.calls.remember(scope, CAT);
        await stage.calls.remember(scope, DEPLOY);
        const revised = await stage.calls.revise(
          scope,
          atRevision(cat.entry.citation, 2),
          "the office dog guards the door",
        );
        await expect(stage.isPending(scope)).resolves.toBe(false);
        const dog = await stage.search(scope, "dog guards door", "vector");
        expect(textsOf(dog.hits)).toEqual(["the office dog guards the door", DEPLOY]);
        await stage.calls.retire(scope, revised.entry.citation);
        expect(textsOf((await stage.search(scope, "dog guards door", "vector")).hits)).toEqual([DEPLOY]);
        const documents = {
          sql: "SELECT ? AS scope_key, 1 AS doc, 2 AS version",
          parameters: [await stage.keyOf(scope)],
        };
        const missing = stage.space.missing(documents, 1)!;
        await expect(
          stage.adapters.unitOfWork.reader.query({ name: "test.missing", sql: missing.sql }, missing.parameters),
        ).resolves.toEqual([{ doc: 1 }]);
      });

      it("writes entries while the model is down, and has their vectors once it is back", async () => {
        const scope = freshScope();
        await stage.calls.remember(scope, CAT);
        stage.vectors.fill.start();
        await stage.provider.down();
        await stage.calls.remember(scope, DEPLOY);
        await expect(stage.isPending(scope)).resolves.toBe(true);
        await expect(stage.search(scope, "Tuesday")).resolves.toMatchObject({ mode: "fts", hits: [{ text: DEPLOY }] });
        for (const mode of ["vector", "hybrid"] as const) {
          await expect(stage.search(scope, "Tuesday", mode)).rejects.toMatchObject(refused(mode));
        }
        await stage.provider.up();
        await stage.calls.remember(scope, BACKUP);
        await stage.filled(scope);
        const { mode, hits } = await stage.search(scope, "Tuesday");
        expect({ mode, count: hits.length }).toEqual({ mode: "hybrid", count: 3 });
      });

      it("goes on saying that a vector is missing, whatever is written with one, until it is there", async () => {
        const scope = freshScope();
        await stage.provider.down();
        await stage.calls.remember(scope, CAT);
        await stage.provider.up();
        const { memory, entry } = await stage.calls.remember(scope, DEPLOY);
        await expect(stage.isPending(scope)).resolves.toBe(true);
        await stage.calls.retire(scope, atRevision(entry.citation, memory.revision));
        await expect(stage.isPending(scope)).resolves.toBe(true);
        stage.vectors.fill.start();
        await stage.filled(scope);
        await expect(stage.search(scope, "cat")).resolves.toMatchObject({ mode: "hybrid", hits: [{ text: CAT }] });
      });

      it("has the vectors of a server without a model filled by one that has it", async () => {
        const scope = freshScope();
        await stage.rememberAll(scope, stage.plain);
        await expect(stage.isPending(scope)).resolves.toBe(true);
        await expect(stage.search(scope, "cat")).resolves.toMatchObject({ mode: "fts" });
        stage.vectors.fill.start();
        await stage.filled(scope);
        await expect(stage.search(scope, "cat")).resolves.toMatchObject({ mode: "hybrid" });
        const cited = (await stage.plain.list(scope)).entries[0]!.citation;
        await stage.plain.retire(scope, cited);
        await expect(stage.isPending(scope)).resolves.toBe(false);
        expect((await stage.search(scope, "cat")).hits).toHaveLength(2);
      });

      it("notices an entry without its vector where the head knows of none, and fills it", async () => {
        const scope = freshScope();
        await stage.rememberAll(scope);
        await stage.plain.remember(scope, "written by a server of an earlier release");
        const head = { name: "test.head", sql: "UPDATE memory_head SET vectors_pending = 0 WHERE scope_key = ?" };
        const key = await stage.keyOf(scope);
        await stage.adapters.unitOfWork.run((tx) => tx.execute(head, [key]));
        await expect(stage.search(scope, "cat", "vector")).rejects.toMatchObject(refused("vector"));
        await expect(stage.search(scope, "cat")).resolves.toMatchObject({ mode: "fts", hits: [{ text: CAT }] });
        stage.vectors.fill.start();
        await expect(stage.search(scope, "cat", "hybrid")).rejects.toMatchObject(refused("hybrid"));
        await until(async () => (await stage.search(scope, "cat")).mode === "hybrid");
        expect((await stage.search(scope, "earlier release", "vector")).hits).toHaveLength(4);
      });

      it("fills in pages, by two servers at once, while entries go on changing", async () => {
        const scope = freshScope();
        const facts = teamFacts(130);
        for (const text of facts) await stage.plain.remember(scope, text);
        const other = vectorsOver(stage.adapters, await openSpace(stage.adapters, stage.model));
        const held = stage.provider.embeddings.hold();
        stage.vectors.fill.start();
        await held.arrived;
        const { entries } = await stage.calls.list(scope);
        const first = entries.find(({ text }) => text === facts[0])!;
        await stage.plain.revise(scope, first.citation, "changed while its vector was made");
        other.fill.start();
        held.release();
        await stage.filled(scope);
        await other.fill.stop();
        const found = await stage.search(scope, "changed while its vector was made", "vector", 50);
        expect(found.hits[0]).toMatchObject({ text: "changed while its vector was made", score: 1 });
        expect(found.hits).toHaveLength(50);
      });

      it("fills other scopes although one fails, and leaves that one pending", async () => {
        const [poisoned, sound] = [freshScope(), freshScope()];
        await stage.plain.remember(poisoned, "poison");
        await stage.plain.remember(sound, CAT);
        stage.provider.embeddings.answer(({ inputs }) => inputs.map((text) => (text === "poison" ? [] : axis(3))));
        stage.vectors.fill.start();
        await stage.filled(sound);
        await expect(stage.isPending(poisoned)).resolves.toBe(true);
        await expect(stage.search(poisoned, "poison")).resolves.toMatchObject({
          mode: "fts",
          hits: [{ text: "poison" }],
        });
      });

      it("leaves the vectors of another space alone, and says so", async () => {
        const scope = freshScope();
        await stage.calls.remember(scope, CAT);
        const later = await newSpace(stage.adapters, embeddingModelOver(stage.provider));
        await stage.calls.remember(scope, DEPLOY);
        await expect(stage.isPending(scope)).resolves.toBe(true);
        await expect(stage.space.state()).resolves.toBe("misconfigured");
        await expect(stage.search(scope, "cat", "vector")).rejects.toMatchObject(refused("vector"));
        await expect(stage.search(scope, "cat")).resolves.toMatchObject({ mode: "fts" });
        const laterVectors = vectorsOver(stage.adapters, later);
        laterVectors.fill.start();
        await stage.filled(scope);
        await laterVectors.fill.stop();
        await expect(later.state()).resolves.toBeUndefined();
      });
    });
  });
}
