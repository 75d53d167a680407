import type { ScopeId } from "../../src/kernel/ids.js";
import { CaptureBatches } from "../../src/source/capture-batches.service.js";
import { payloadHash } from "../../src/source/domain/payload.policy.js";
import type { NewSource } from "../../src/source/ports/source-journal.port.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";

const aSource = (sourceId: string, content = `content of ${sourceId}`): NewSource => ({
  type: "content",
  sourceId,
  content,
  metadata: undefined,
  payloadHash: payloadHash(content, undefined),
});
const upTo = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index + 1);

export function captureBatchesConformance(family: AdapterFamily): void {
  describe(`CaptureBatches on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let batches: CaptureBatches;
    beforeAll(async () => {
      adapters = await family.open();
      batches = new CaptureBatches(adapters.unitOfWork, adapters.scopes, adapters.journal);
    });
    afterAll(() => adapters.close());

    const list = async (scope: ScopeId) => {
      const key = await adapters.scopes.find(adapters.unitOfWork.reader, scope);
      return key === undefined ? [] : adapters.journal.listAfter(adapters.unitOfWork.reader, key, 0, 2_000);
    };
    const knownScopes = async (count: number): Promise<readonly ScopeId[]> => {
      const scopes = Array.from({ length: count }, () => freshScope());
      for (const scope of scopes) await adapters.unitOfWork.run((tx) => adapters.scopes.open(tx, scope));
      return scopes;
    };

    it("captures one alone in the statements of one, and 32 that wait behind it in four", async () => {
      const scopes = await knownScopes(8);
      adapters.takeStatements();
      await Promise.all(upTo(33).map((n) => batches.take(scopes[n % 8]!, aSource(`s${String(n)}`))));
      expect(adapters.takeStatements().map(({ statement }) => statement.name)).toEqual([
        ...["scope.find", "journal.lock-head", "journal.insert", "journal.advance"],
        ...["scope.find-all", "journal.lock-heads", "journal.insert", "journal.advance-all"],
      ]);
      const stored = await Promise.all(scopes.map(list));
      expect(stored.map((sources) => sources.length)).toEqual([4, 5, 4, 4, 4, 4, 4, 4]);
    });

    it("numbers each scope without holes, and tells every caller the position its own Source has", async () => {
      const scopes = await knownScopes(5);
      const receipts = await Promise.all(
        upTo(150).map(async (n) => {
          const scope = scopes[(n * n) % 5]!;
          const source = aSource(`s${String(n)}`);
          return { scope, source, ...(await batches.take(scope, source)) };
        }),
      );
      expect(new Set(receipts.map(({ isNew }) => isNew))).toEqual(new Set([true]));
      for (const scope of scopes) {
        const own = receipts.filter((receipt) => receipt.scope === scope);
        const stored = await list(scope);
        expect(stored.map(({ position }) => position)).toEqual(upTo(own.length));
        const expected = own.map(({ source, position }) => ({ ...source, position }));
        expect(stored).toEqual(expected.sort((a, b) => a.position - b.position));
      }
    });

    it("answers after the commit: what was acknowledged is there for every reader", async () => {
      const scopes = await knownScopes(3);
      const seen = await Promise.all(
        upTo(60).map(async (n) => {
          const scope = scopes[n % 3]!;
          const { position } = await batches.take(scope, aSource(`s${String(n)}`));
          return (await list(scope))[position - 1]?.sourceId;
        }),
      );
      expect(seen).toEqual(upTo(60).map((n) => `s${String(n)}`));
    });

    it("opens scopes that nobody has written to, each once, beside known ones", async () => {
      const [known] = await knownScopes(1);
      const scopes = [...Array.from({ length: 12 }, () => freshScope()), known!];
      const taken = await Promise.all(upTo(65).map((n) => batches.take(scopes[n % 13]!, aSource(`s${String(n)}`))));
      expect(taken.every(({ isNew }) => isNew)).toBe(true);
      for (const scope of scopes) expect((await list(scope)).map(({ position }) => position)).toEqual(upTo(5));
    });

    it("finds repeats and conflicts among those that wait, and among those that are stored", async () => {
      const [scope, other] = (await knownScopes(2)) as [ScopeId, ScopeId];
      await batches.take(scope, aSource("stored"));
      const outcomes = await Promise.allSettled([
        batches.take(other, aSource("stored")),
        batches.take(scope, aSource("a")),
        batches.take(scope, aSource("stored")),
        batches.take(scope, aSource("b")),
        batches.take(scope, aSource("a")),
        batches.take(scope, aSource("stored", "another payload")),
        batches.take(scope, aSource("b", "another payload")),
        batches.take(scope, aSource("c")),
      ]);
      const taken = (position: number, isNew: boolean) => ({ status: "fulfilled", value: { position, isNew } });
      const refused = { status: "rejected", reason: { code: "source_conflict" } };
      expect(outcomes).toMatchObject([
        taken(1, true),
        taken(2, true),
        taken(1, false),
        taken(3, true),
        taken(2, false),
        refused,
        refused,
        taken(4, true),
      ]);
      expect((await list(scope)).map(({ content }) => content)).toEqual(
        ["stored", "a", "b", "c"].map((id) => `content of ${id}`),
      );
    });

    it("stores one Source when the same event arrives forty times at once in a new scope", async () => {
      const scope = freshScope();
      const receipts = await Promise.all(upTo(40).map(() => batches.take(scope, aSource("event"))));
      expect(receipts.map(({ position }) => position)).toEqual(new Array(40).fill(1));
      expect(receipts.filter(({ isNew }) => isNew)).toHaveLength(1);
      await expect(list(scope)).resolves.toHaveLength(1);
    });

    it("fails the one capture the database cannot store, and none of those that came with it", async () => {
      const scopes = await knownScopes(3);
      const broken = { ...aSource("broken"), payloadHash: null as unknown as Buffer };
      const outcomes = await Promise.allSettled(
        upTo(20).map((n) => batches.take(scopes[n % 3]!, n === 7 ? broken : aSource(`s${String(n)}`))),
      );
      expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([outcomes[6]]);
      expect(outcomes[6]).toMatchObject({ reason: { name: "StorageError" } });
      const stored = await Promise.all(scopes.map(list));
      expect(stored.map((sources) => sources.map(({ position }) => position))).toEqual([upTo(6), upTo(6), upTo(7)]);
    });

    it("takes turns with other writers of the same scopes, and leaves no hole", async () => {
      const scopes = await knownScopes(4);
      const neighbour = new CaptureBatches(adapters.unitOfWork, adapters.scopes, adapters.journal);
      const receipts = await Promise.all(
        upTo(120).map((n) =>
          ((n >> 2) % 2 === 0 ? batches : neighbour).take(scopes[n % 4]!, aSource(`s${String(n >> 2)}`)),
        ),
      );
      expect(receipts.filter(({ isNew }) => isNew)).toHaveLength(120);
      for (const scope of scopes) expect((await list(scope)).map(({ position }) => position)).toEqual(upTo(30));
    });

    it("keeps texts whole that only fit into a batch one by one", async () => {
      const [scope] = await knownScopes(1);
      const texts = ["\u{1f525}", "'", "\\\n", "\u0000"].map((part) => part.repeat(200_000 / part.length));
      await Promise.all(texts.map((text, index) => batches.take(scope!, aSource(String(index), text))));
      expect((await list(scope!)).map(({ content }) => texts.indexOf(content))).toEqual([0, 1, 2, 3]);
    });

    it("refuses one capture more than may wait, and answers all that were accepted", async () => {
      const [scope] = await knownScopes(1);
      const outcomes = await Promise.allSettled(upTo(1_002).map((n) => batches.take(scope!, aSource(`s${String(n)}`))));
      expect(outcomes.filter(({ status }) => status === "rejected")).toEqual([outcomes[1_001]]);
      expect(outcomes[1_001]).toMatchObject({ reason: { code: "overloaded" } });
      expect((await list(scope!)).map(({ position }) => position)).toEqual(upTo(1_001));
    });

    it("refuses all that wait, and hangs none, once the database is closed", async () => {
      const closed = await family.open();
      const late = new CaptureBatches(closed.unitOfWork, closed.scopes, closed.journal);
      await late.take(freshScope(), aSource("before"));
      await closed.close();
      const outcomes = await Promise.allSettled(upTo(40).map((n) => late.take(freshScope(), aSource(String(n)))));
      expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]));
      expect(outcomes[39]).toMatchObject({ reason: { code: "runtime_not_ready" } });
    });
  });
}
