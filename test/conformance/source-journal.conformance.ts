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
