import { asScopeId } from "../../src/kernel/ids.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";

export function scopeDirectoryConformance(family: AdapterFamily): void {
  describe(`ScopeDirectory on ${family.name}`, () => {
    let adapters: OpenAdapters;
    beforeAll(async () => {
      adapters = await family.open();
    });
    afterAll(() => adapters.close());

    const open = (id: string) => adapters.unitOfWork.run((tx) => adapters.scopes.open(tx, asScopeId(id)));
    const find = (id: string) => adapters.scopes.find(adapters.unitOfWork.reader, asScopeId(id));

    it("gives a scope one key, and finds nothing before its first write", async () => {
      const scope = freshScope();
      await expect(find(scope)).resolves.toBeUndefined();
      const key = await open(scope);
      await expect(open(scope)).resolves.toBe(key);
      await expect(find(scope)).resolves.toBe(key);
    });

    it("finds the keys of many scopes at once, and of none that nobody wrote to", async () => {
      const scopes = Array.from({ length: 32 }, () => freshScope());
      const known = scopes.filter((_, index) => index % 3 !== 0);
      const keys = new Map<string, number>();
      for (const scope of known) keys.set(scope, await open(scope));
      const { reader } = adapters.unitOfWork;
      await expect(adapters.scopes.findAll(reader, scopes)).resolves.toEqual(keys);
      await expect(adapters.scopes.findAll(reader, scopes.slice(1, 2))).resolves.toEqual(
        new Map([[scopes[1], keys.get(scopes[1]!)]]),
      );
      await expect(adapters.scopes.findAll(reader, scopes.slice(0, 1))).resolves.toEqual(new Map());
      await expect(adapters.scopes.findAll(reader, [])).resolves.toEqual(new Map());
    });

    it("tells apart scopes that differ by case, accent, normal form, trailing space or separator only", async () => {
      const base = freshScope();
      const ids = [
        `${base}/Café`,
        `${base}/café`,
        `${base}/café`.normalize("NFD"),
        `${base}/cafe`,
        `${base}/café `,
        ` ${base}/café`,
        `${base}_café`,
        `${base}-café`,
        `${base}/caf\u{1f600}`,
        `${base}/café\u0000`,
      ];
      const keys = await Promise.all(ids.map(open));
      expect(new Set(keys).size).toBe(ids.length);
      await expect(Promise.all(ids.map(find))).resolves.toEqual(keys);
    });

    it("shows the next new scope nothing of one whose first write was rolled back", async () => {
      const [lost, next] = [freshScope("lost"), freshScope("next")];
      const failing = adapters.unitOfWork.run(async (tx) => {
        const scope = await adapters.scopes.open(tx, lost);
        await adapters.journal.append(tx, scope, {
          type: "content",
          sourceId: "s-1",
          content: "of the lost scope",
          metadata: undefined,
          payloadHash: Buffer.alloc(32),
        });
        throw new Error("rolled back");
      });
      await expect(failing).rejects.toThrow("rolled back");
      const key = await open(next);
      await expect(find(lost)).resolves.toBeUndefined();
      await expect(adapters.journal.listAfter(adapters.unitOfWork.reader, key, 0, 10)).resolves.toEqual([]);
    });

    it("answers fifty first writers of one scope with the same key", async () => {
      const scope = freshScope();
      const keys = await Promise.all(Array.from({ length: 50 }, () => open(scope)));
      expect(new Set(keys).size).toBe(1);
    });

    it("keeps a scope id of 256 astral characters whole", async () => {
      const long = freshScope() + "\u{1f600}".repeat(200);
      const key = await open(long);
      await expect(find(long)).resolves.toBe(key);
      await expect(find(long.slice(0, -2))).resolves.toBeUndefined();
    });
  });
}
