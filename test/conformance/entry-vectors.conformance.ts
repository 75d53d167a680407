import { WatchedEmbeddingModel } from "../../src/platform/inference/embedding-model.watched.js";
import { vectorsOver } from "../support/compose-vectors.js";
import { indexRebuildOver, memoryServiceOver } from "../support/compose.js";
import { embeddingModelOver, newSpace, openSpace } from "../support/embedding.js";
import { teamFacts } from "../support/team-facts.js";
import { until } from "../support/until.js";
import { axis, BACKUP, CAT, DEPLOY, refused, textsOf, VectorStage } from "../support/vector-stage.js";
import { freshScope, type AdapterFamily } from "./harness.js";
import { atRevision, MemoryCalls } from "./memory-calls.js";

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

      it("counts the Memories that lack vectors, those that hold a refused text included", async () => {
        const [poisoned, sound] = [freshScope(), freshScope()];
        const { fill } = stage.vectors;
        await stage.adapters.unitOfWork.run((tx) => stage.adapters.scopes.open(tx, freshScope("without a Memory")));
        const before = await fill.countIncomplete();
        await stage.plain.remember(poisoned, "poison");
        await stage.plain.remember(sound, CAT);
        await expect(fill.countIncomplete()).resolves.toBe(before + 2);
        stage.provider.embeddings.answer(({ inputs }) => inputs.map((text) => (text === "poison" ? [] : axis(3))));
        fill.start();
        await stage.filled(sound);
        await fill.stop();
        await expect(stage.isPending(poisoned)).resolves.toBe(true);
        await expect(fill.countIncomplete()).resolves.toBe(before + 1);
      });

      it("goes on at once when a query is embedded after a failure, and not for a text that is refused", async () => {
        const [written, sound] = [freshScope(), freshScope()];
        const asked = (text: string) => stage.provider.requests.filter(({ inputs }) => inputs.includes(text)).length;
        await stage.calls.remember(sound, CAT);
        stage.vectors.fill.start();
        stage.provider.embeddings.always({ kind: "status", status: 500 });
        await stage.calls.remember(written, DEPLOY);
        await until(() => asked(DEPLOY) === 2);
        stage.provider.embeddings.always(undefined);
        await until(async () => {
          await stage.search(sound, "cat");
          return (await stage.isPending(written)) === false;
        });

        stage.provider.embeddings.answer(({ inputs }) => inputs.map((text) => (text === "poison" ? [] : axis(3))));
        await stage.plain.remember(written, "poison");
        await stage.search(written, "poison");
        await until(() => asked("poison") === 1);
        for (const query of ["cat", "dog", "cow"]) {
          await expect(stage.search(sound, query)).resolves.toMatchObject({ mode: "hybrid" });
        }
        expect(asked("poison")).toBe(1);
      });

      it("goes on behind Memories whose texts the model refuses", async () => {
        const refusals = ["poison 1", "poison 2", "poison 3", "poison 4"];
        stage.provider.embeddings.answer(({ inputs }) =>
          inputs.map((text) => (text.startsWith("poison") ? [] : axis(3))),
        );
        for (const text of refusals) await stage.plain.remember(freshScope(), text);
        const behind = freshScope();
        await stage.plain.remember(behind, CAT);
        stage.vectors.fill.start();
        await until(async () => {
          // What ends the rest of a run that gave up.
          stage.vectors.fill.modelFailed();
          stage.vectors.fill.modelAnswered();
          return (await stage.isPending(behind)) === false;
        });
        expect(new Set(stage.provider.requests.flatMap(({ inputs }) => inputs))).toEqual(new Set([...refusals, CAT]));
      });

      it("asks a model that has not answered by itself until it does, while writes and mode auto leave it alone", async () => {
        const [scope, complete] = [freshScope(), freshScope()];
        await stage.calls.remember(complete, CAT);
        stage.provider.requests.length = 0;
        // Another process of the same deployment.
        const space = await openSpace(stage.adapters, new WatchedEmbeddingModel(stage.model));
        const vectors = vectorsOver(stage.adapters, space);
        const calls = new MemoryCalls(memoryServiceOver(stage.adapters, indexRebuildOver(stage.adapters), vectors));
        const search = (mode: "auto" | "vector", scopeId = scope) =>
          calls.memory.search({ scopeId, query: "cat", limit: 10, mode });
        stage.provider.embeddings.always({ kind: "status", status: 401 });
        try {
          vectors.fill.start();
          await calls.remember(scope, CAT);
          for (const scopeId of [scope, complete]) {
            await expect(search("auto", scopeId)).resolves.toMatchObject({ mode: "fts", hits: [{ text: CAT }] });
          }
          await until(() => stage.provider.requests.length > 0);
          expect(new Set(stage.provider.requests.map(({ text }) => text))).toEqual(new Set(["ready"]));
          await expect(search("vector")).rejects.toMatchObject(refused("vector"));
          expect(space.isOffered).toBe(false);
          stage.provider.embeddings.always(undefined);
          await until(() => space.isOffered);
          await stage.filled(scope);
          await expect(search("auto")).resolves.toMatchObject({ mode: "hybrid", hits: [{ text: CAT }] });
        } finally {
          await vectors.fill.stop();
        }
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
