import type { EmbeddingProfile } from "../../src/kernel/embedding-model.port.js";
import type { ScopeKey } from "../../src/kernel/ids.js";
import type { SqlFragment } from "../../src/kernel/unit-of-work.port.js";
import type { DocVector, SpaceRef } from "../../src/search/index.js";
import { spaceOpenerOver } from "../support/embedding.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";

const DIMENSION = 4;
const HASH = Buffer.alloc(32, 7);

export function vectorIndexConformance(family: AdapterFamily): void {
  describe(`The vector index on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let space: SpaceRef;
    beforeAll(async () => {
      adapters = await family.open();
      space = await beginSpace(profile("first"));
    });
    afterAll(() => adapters.close());

    /** The database may have a space of an earlier run: each is begun anew. */
    const beginSpace = async (of: EmbeddingProfile): Promise<SpaceRef> => {
      await adapters.unitOfWork.run((tx) => adapters.vectorSpaces.replace(tx, of));
      return (await open(of))!;
    };
    const open = (of: EmbeddingProfile): Promise<SpaceRef | undefined> => spaceOpenerOver(adapters).open(of);
    const openScope = (): Promise<ScopeKey> =>
      adapters.unitOfWork.run((tx) => adapters.scopes.open(tx, freshScope("vectors")));
    const put = (scope: ScopeKey, docs: readonly DocVector[], at = space): Promise<boolean> =>
      adapters.unitOfWork.run((tx) => adapters.vectorIndex.put(tx, at, scope, docs));
    const rowsOf = <Row>(fragment: SqlFragment): Promise<readonly Row[]> => {
      const statement = { name: "test.fragment", sql: `SELECT * FROM (${fragment.sql}) f` };
      return adapters.unitOfWork.reader.query<Row>(statement, fragment.parameters);
    };
    const nearest = async (documents: SqlFragment, query: readonly number[], limit = 10, at = space) => {
      const fragment = adapters.vectorIndex.nearest(at, documents, new Float32Array(query), limit);
      const rows = await rowsOf<{ doc: number; distance: number | null }>(fragment);
      return rows.map(({ doc, distance }) => [doc, distance]);
    };

    it("orders by cosine distance, whatever the length of a vector, and the newest first among equals", async () => {
      const scope = await openScope();
      await put(scope, [
        aDoc(1, [0, 1, 0, 0]),
        aDoc(2, [5, 5, 0, 0]),
        aDoc(3, [-1, 0, 0, 0]),
        aDoc(4, [0, 0.5, 0, 0]),
        aDoc(5, [1e-3, 0, 0, 0]),
      ]);
      await expect(nearest(documentsOf(scope, [1, 2, 3, 4, 5]), [2, 0, 0, 0])).resolves.toEqual([
        [5, 0],
        [2, 292_893],
        [4, 1_000_000],
        [1, 1_000_000],
        [3, 2_000_000],
      ]);
      await expect(nearest(documentsOf(scope, [1, 2, 3, 4, 5]), [0, 0, 0, 1], 2)).resolves.toEqual([
        [5, 1_000_000],
        [4, 1_000_000],
      ]);
    });

    it("puts documents without a vector of their version first, and no distance to them", async () => {
      const scope = await openScope();
      await put(scope, [aDoc(1, [1, 0, 0, 0]), aDoc(2, [1, 0, 0, 0], 3)]);
      const documents = documentsOf(scope, [1, 2, 3]);
      await expect(nearest(documents, [1, 0, 0, 0])).resolves.toEqual([
        [3, null],
        [2, null],
        [1, 0],
      ]);
      await expect(rowsOf(adapters.vectorIndex.missing(space, documents, 10))).resolves.toEqual([
        { doc: 2 },
        { doc: 3 },
      ]);
      await expect(rowsOf(adapters.vectorIndex.missing(space, documents, 1))).resolves.toEqual([{ doc: 2 }]);
    });

    it("keeps scopes apart", async () => {
      const [left, right] = [await openScope(), await openScope()];
      await put(left, [aDoc(1, [1, 0, 0, 0])]);
      await put(right, [aDoc(1, [0, 1, 0, 0])]);
      await expect(nearest(documentsOf(left, [1]), [1, 0, 0, 0])).resolves.toEqual([[1, 0]]);
      await expect(nearest(documentsOf(right, [1]), [1, 0, 0, 0])).resolves.toEqual([[1, 1_000_000]]);
      await adapters.unitOfWork.run((tx) => adapters.vectorIndex.remove(tx, space, left, [1, 2]));
      await expect(nearest(documentsOf(left, [1]), [1, 0, 0, 0])).resolves.toEqual([[1, null]]);
      await expect(nearest(documentsOf(right, [1]), [1, 0, 0, 0])).resolves.toEqual([[1, 1_000_000]]);
    });

    it("replaces the vector of a document", async () => {
      const scope = await openScope();
      await put(scope, [aDoc(1, [1, 0, 0, 0])]);
      await expect(put(scope, [aDoc(1, [0, 1, 0, 0])])).resolves.toBe(true);
      await expect(nearest(documentsOf(scope, [1]), [0, 1, 0, 0])).resolves.toEqual([[1, 0]]);
    });

    it.each([
      ["of another dimension", [1, 0, 0]],
      ["with a number too large for it", [1e39, 0, 0, 0]],
      ["with no number in it", [Number.NaN, 0, 0, 0]],
      ["of zeros", [0, 0, 0, 0]],
    ])("refuses a vector %s, to write and to search by, and goes on working", async (_, vector) => {
      const scope = await openScope();
      await put(scope, [aDoc(1, [1, 0, 0, 0])]);
      await expect(put(scope, [aDoc(2, [0, 1, 0, 0]), aDoc(1, vector)])).rejects.toThrow(RangeError);
      await expect(nearest(documentsOf(scope, [1]), vector)).rejects.toThrow(RangeError);
      await expect(nearest(documentsOf(scope, [1, 2]), [1, 0, 0, 0])).resolves.toEqual([
        [2, null],
        [1, 0],
      ]);
    });

    it("opens the space again for the same profile only", async () => {
      const later = { ...profile("later"), model: "another" };
      const reference = await beginSpace(later);
      await expect(open(later)).resolves.toEqual(reference);
      for (const other of [
        { ...later, profileId: "other" },
        { ...later, model: "other" },
        { ...later, dimension: DIMENSION + 1 },
        { ...later, normalization: "none" as const },
      ]) {
        await expect(open(other)).resolves.toBeUndefined();
      }
      await expect(adapters.vectorSpaces.current(adapters.unitOfWork.reader)).resolves.toEqual({
        generation: reference.generation,
        profile: later,
      });
    });

    it("writes nothing for a server that another space has left behind, and reads nothing of the earlier one", async () => {
      const scope = await openScope();
      const old = await beginSpace(profile("old"));
      await put(scope, [aDoc(1, [1, 0, 0, 0])], old);
      const wider = await beginSpace({ ...profile("wider"), dimension: 5 });
      await expect(put(scope, [aDoc(1, [0, 1, 0, 0])], old)).resolves.toBe(false);
      await expect(nearest(documentsOf(scope, [1]), [1, 0, 0, 0], 10, old)).resolves.toEqual([[1, 0]]);
      await expect(nearest(documentsOf(scope, [1]), [1, 0, 0, 0, 0], 10, wider)).resolves.toEqual([[1, null]]);
      await put(scope, [aDoc(1, [1, 0, 0, 0, 0])], wider);
      await expect(nearest(documentsOf(scope, [1]), [1, 0, 0, 0, 0], 10, wider)).resolves.toEqual([[1, 0]]);
      // The same profile once more is another space all the same.
      const again = await beginSpace({ ...profile("wider"), dimension: 5 });
      await expect(nearest(documentsOf(scope, [1]), [1, 0, 0, 0, 0], 10, again)).resolves.toEqual([[1, null]]);
    });

    it("empties its tables", async () => {
      const scope = await openScope();
      const emptied = await beginSpace(profile("emptied"));
      await put(scope, [aDoc(1, [1, 0, 0, 0])], emptied);
      await expect(nearest(documentsOf(scope, [1]), [1, 0, 0, 0], 10, emptied)).resolves.toEqual([[1, 0]]);
      await adapters.tables.empty(adapters.vectorIndex.tablePrefix);
      await expect(nearest(documentsOf(scope, [1]), [1, 0, 0, 0], 10, emptied)).resolves.toEqual([[1, null]]);
    });
  });
}

function profile(profileId: string): EmbeddingProfile {
  return { profileId, model: "test", dimension: DIMENSION, normalization: "unit" };
}

function aDoc(doc: number, vector: readonly number[], version = 1): DocVector {
  return { doc, version, contentHash: HASH, vector: new Float32Array(vector) };
}

/** The first versions of these documents. */
function documentsOf(scope: ScopeKey, docs: readonly number[]): SqlFragment {
  return {
    sql: docs.map(() => "SELECT ? AS scope_key, ? AS doc, 1 AS version").join(" UNION ALL "),
    parameters: docs.flatMap((doc) => [scope, doc]),
  };
}
