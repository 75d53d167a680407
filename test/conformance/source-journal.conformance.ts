import type { ScopeId } from "../../src/kernel/ids.js";
import { payloadHash } from "../../src/source/domain/payload.policy.js";
import type { NewSource } from "../../src/source/ports/source-journal.port.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";

const aSource = (fields: Partial<NewSource> = {}): NewSource => {
  const content = fields.content ?? "content";
  return {
    type: "content",
    sourceId: "s-1",
    content,
    metadata: undefined,
    payloadHash: payloadHash(content, undefined),
    ...fields,
  };
};

export function sourceJournalConformance(family: AdapterFamily): void {
  describe(`SourceJournal on ${family.name}`, () => {
    let adapters: OpenAdapters;
    beforeAll(async () => {
      adapters = await family.open();
    });
    afterAll(() => adapters.close());

    const append = (scope: ScopeId, source: NewSource) =>
      adapters.unitOfWork.run(async (tx) => {
        const key = await adapters.scopes.open(tx, scope);
        return (await adapters.journal.append(tx, key, source)).position;
      });
    const list = async (scope: ScopeId, after = 0, limit = 100) => {
      const key = await adapters.scopes.find(adapters.unitOfWork.reader, scope);
      return key === undefined ? [] : adapters.journal.listAfter(adapters.unitOfWork.reader, key, after, limit);
    };

    it("numbers the Sources of each scope 1, 2, 3 on their own", async () => {
      const [first, second] = [freshScope(), freshScope()];
      await expect(append(first, aSource({ sourceId: "a" }))).resolves.toBe(1);
      await expect(append(first, aSource({ sourceId: "b" }))).resolves.toBe(2);
      await expect(append(second, aSource({ sourceId: "a" }))).resolves.toBe(1);
      await expect(append(first, aSource({ sourceId: "c" }))).resolves.toBe(3);
    });

    it("answers the same payload with the position it already has, and writes nothing", async () => {
      const scope = freshScope();
      await append(scope, aSource({ sourceId: "a" }));
      await append(scope, aSource({ sourceId: "b" }));
      await expect(append(scope, aSource({ sourceId: "a" }))).resolves.toBe(1);
      await expect(list(scope)).resolves.toHaveLength(2);
    });

    it("refuses a source id with another payload and keeps the first", async () => {
      const scope = freshScope();
      await append(scope, aSource({ content: "first" }));
      await expect(append(scope, aSource({ content: "second" }))).rejects.toMatchObject({ code: "source_conflict" });
      await expect(list(scope)).resolves.toMatchObject([{ sourceId: "s-1", content: "first", position: 1 }]);
    });

    it("leaves no hole when fifty captures race and some of them are refused", async () => {
      const scope = freshScope();
      await append(scope, aSource({ sourceId: "taken" }));
      const outcomes = await Promise.allSettled(
        Array.from({ length: 50 }, (_, index) =>
          append(
            scope,
            index % 5 === 0
              ? aSource({ sourceId: "taken", content: "other" })
              : aSource({ sourceId: `s${String(index)}` }),
          ),
        ),
      );
      expect(outcomes.filter(({ status }) => status === "rejected")).toHaveLength(10);
      const positions = (await list(scope)).map(({ position }) => position);
      expect(positions).toEqual(Array.from({ length: 41 }, (_, index) => index + 1));
    });

    it("stores one Source when the same event is delivered ten times at once", async () => {
      const scope = freshScope();
      const positions = await Promise.all(Array.from({ length: 10 }, () => append(scope, aSource())));
      expect(positions).toEqual(new Array(10).fill(1));
      await expect(list(scope)).resolves.toHaveLength(1);
    });

    const appendNew = (sources: readonly (readonly [ScopeId, NewSource])[], end?: Error) =>
      adapters.unitOfWork.run(async (tx) => {
        const keys = await adapters.scopes.findAll(tx, [...new Set(sources.map(([scope]) => scope))]);
        const scoped = sources.map(([scope, source]) => ({ scope: keys.get(scope)!, source }));
        const positions = await adapters.journal.appendNew(tx, scoped);
        if (end) throw end;
        return positions;
      });

    it("appends many new Sources of several scopes at once, in the order given", async () => {
      const [first, second] = [freshScope(), freshScope()];
      await append(first, aSource({ sourceId: "a" }));
      await append(second, aSource({ sourceId: "a" }));
      const [b, c] = [aSource({ sourceId: "b" }), aSource({ sourceId: "c", metadata: '{"k":1}' })];
      const sources = [
        [first, c],
        [second, b],
        [first, b],
        [second, c],
      ] as const;
      await expect(appendNew(sources)).resolves.toEqual([2, 2, 3, 3]);
      await expect(list(first, 1)).resolves.toEqual([
        { ...c, position: 2 },
        { ...b, position: 3 },
      ]);
      await expect(append(second, aSource({ sourceId: "d" }))).resolves.toBe(4);
    });

    it("leaves out those whose id is taken, and gives their positions to the next", async () => {
      const scope = freshScope();
      await append(scope, aSource({ sourceId: "taken" }));
      const ids = ["a", "taken", "b", "b", "c", "a", "taken"];
      const sources = ids.map((sourceId) => [scope, aSource({ sourceId })] as const);
      await expect(appendNew(sources)).resolves.toEqual([2, undefined, 3, undefined, 4, undefined, undefined]);
      expect((await list(scope)).map(({ sourceId }) => sourceId)).toEqual(["taken", "a", "b", "c"]);
      await expect(appendNew([[scope, aSource({ sourceId: "c" })]])).resolves.toEqual([undefined]);
      await expect(append(scope, aSource({ sourceId: "d" }))).resolves.toBe(5);
    });

    it("leaves nothing of many Sources when their unit fails afterwards", async () => {
      const scope = freshScope();
      await append(scope, aSource({ sourceId: "kept" }));
      const sources = ["a", "b"].map((sourceId) => [scope, aSource({ sourceId })] as const);
      await expect(appendNew(sources, new RangeError("afterwards"))).rejects.toThrow("afterwards");
      expect((await list(scope)).map(({ sourceId }) => sourceId)).toEqual(["kept"]);
      await expect(appendNew(sources)).resolves.toEqual([2, 3]);
    });

    it("tells apart source ids that differ by case, normal form or trailing space only", async () => {
      const scope = freshScope();
      const ids = ["é", "e\u0301", "É", "é ", " é"];
      for (const id of ids) await append(scope, aSource({ sourceId: id }));
      expect((await list(scope)).map(({ sourceId }) => sourceId)).toEqual(ids);
    });

    it("lists strictly after a position, ascending, at most the limit", async () => {
      const scope = freshScope();
      for (const id of ["a", "b", "c", "d"]) await append(scope, aSource({ sourceId: id }));
      expect((await list(scope, 1, 2)).map(({ sourceId }) => sourceId)).toEqual(["b", "c"]);
      await expect(list(scope, 4)).resolves.toEqual([]);
    });

    it("knows the UTF-8 bytes of each content without reading it, in the order and bounds of the list", async () => {
      const scope = freshScope();
      for (const [index, content] of ["a", "é", "\u{1f525}\u{1f525}", "abc"].entries()) {
        await append(scope, aSource({ sourceId: String(index), content }));
      }
      const key = (await adapters.scopes.find(adapters.unitOfWork.reader, scope))!;
      await expect(adapters.journal.sizesAfter(adapters.unitOfWork.reader, key, 1, 2)).resolves.toEqual([
        { position: 2, bytes: 2 },
        { position: 3, bytes: 8 },
      ]);
      await expect(adapters.journal.sizesAfter(adapters.unitOfWork.reader, key, 4, 2)).resolves.toEqual([]);
    });

    it("keeps 200,000 astral characters, NUL and metadata exactly", async () => {
      const scope = freshScope();
      const source = aSource({
        content: "\u{1f525}".repeat(199_999) + "\u0000",
        metadata: '{"z":1,"a":["é","e\u0301"]}',
      });
      await append(scope, source);
      await expect(list(scope)).resolves.toEqual([{ ...source, position: 1 }]);
    });
  });
}
