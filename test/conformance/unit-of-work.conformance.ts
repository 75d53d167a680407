import { StorageError } from "../../src/kernel/storage-error.js";
import type { Tx } from "../../src/kernel/unit-of-work.port.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";

const INSERT_SCOPE = { name: "test.insert-scope", sql: "INSERT INTO scope (scope_id) VALUES (?)" };
const COUNT_SCOPE = { name: "test.count-scope", sql: "SELECT COUNT(*) AS n FROM scope WHERE scope_id = ?" };
const BROKEN = { name: "test.broken", sql: "SELECT missing_column FROM scope WHERE scope_id = ?" };

export function unitOfWorkConformance(family: AdapterFamily): void {
  describe(`UnitOfWork on ${family.name}`, () => {
    let adapters: OpenAdapters;
    beforeAll(async () => {
      adapters = await family.open();
    });
    afterAll(() => adapters.close());

    const insert = (tx: Tx, scope: string) => tx.execute(INSERT_SCOPE, [scope]);
    const count = async (scope: string) => {
      const [row] = await adapters.unitOfWork.reader.query<{ n: number }>(COUNT_SCOPE, [scope]);
      return row?.n;
    };

    it("commits what the unit wrote and hands over its value", async () => {
      const scope = freshScope();
      await expect(adapters.unitOfWork.run((tx) => insert(tx, scope))).resolves.toBe(1);
      await expect(count(scope)).resolves.toBe(1);
    });

    it("shows a unit its own writes, and a reader only what is committed", async () => {
      const scope = freshScope();
      await adapters.unitOfWork.run(async (tx) => {
        await insert(tx, scope);
        await expect(tx.query(COUNT_SCOPE, [scope])).resolves.toEqual([{ n: 1 }]);
        await expect(count(scope)).resolves.toBe(0);
      });
      await expect(count(scope)).resolves.toBe(1);
    });

    it("leaves nothing of a unit that throws after its first write, and passes the error on", async () => {
      const [lost, kept] = [freshScope("lost"), freshScope("kept")];
      const failing = adapters.unitOfWork.run(async (tx) => {
        await insert(tx, lost);
        throw new RangeError("after the write");
      });
      const neighbour = adapters.unitOfWork.run((tx) => insert(tx, kept));
      await expect(failing).rejects.toThrow(new RangeError("after the write"));
      await neighbour;
      await expect(Promise.all([count(lost), count(kept)])).resolves.toEqual([0, 1]);
    });

    it("keeps every neighbour of a failing unit, whatever the order they came in", async () => {
      const scopes = Array.from({ length: 40 }, (_, index) => freshScope(`n${String(index)}`));
      const outcomes = await Promise.allSettled(
        scopes.map((scope, index) =>
          adapters.unitOfWork.run(async (tx) => {
            await insert(tx, scope);
            if (index % 7 === 3) throw new RangeError("refused");
          }),
        ),
      );
      const counts = await Promise.all(scopes.map(count));
      expect(outcomes.map(({ status }) => (status === "fulfilled" ? 1 : 0))).toEqual(counts);
      expect(counts.filter((n) => n === 0)).toHaveLength(6);
    });

    it("goes on after a duplicate key inside a unit, because only that statement is undone", async () => {
      const [taken, free] = [freshScope("taken"), freshScope("free")];
      await adapters.unitOfWork.run((tx) => insert(tx, taken));
      await adapters.unitOfWork.run(async (tx) => {
        await expect(insert(tx, taken)).rejects.toMatchObject({ kind: "duplicate_key" });
        await insert(tx, free);
      });
      await expect(Promise.all([count(taken), count(free)])).resolves.toEqual([1, 1]);
    });

    it("commits nothing of a unit that swallows the failure of a statement", async () => {
      const scope = freshScope();
      const unit = adapters.unitOfWork.run(async (tx) => {
        await insert(tx, scope);
        await tx.query(BROKEN, [scope]).catch(() => undefined);
      });
      await expect(unit).rejects.toBeInstanceOf(StorageError);
      await expect(count(scope)).resolves.toBe(0);
    });

    it("names the statement that failed and holds neither its text nor its values", async () => {
      const failure = await adapters.unitOfWork.reader
        .query(BROKEN, ["sentinel-value"])
        .catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(StorageError);
      expect((failure as StorageError).statement).toBe("test.broken");
      const everything =
        JSON.stringify(failure, Object.getOwnPropertyNames(failure)) + String((failure as Error).cause);
      expect(everything).not.toContain("sentinel-value");
      expect(everything).not.toContain("missing_column");
    });

    it("refuses a unit inside a unit instead of waiting for itself", async () => {
      const nested = adapters.unitOfWork.run(() => adapters.unitOfWork.run(() => Promise.resolve("inner")));
      await expect(nested).rejects.toThrow("inside another one");
      await expect(adapters.unitOfWork.run(() => Promise.resolve("alone"))).resolves.toBe("alone");
    });

    it("refuses a Tx that is used after its unit has ended", async () => {
      let escaped: Tx | undefined;
      await adapters.unitOfWork.run((tx) => {
        escaped = tx;
        return Promise.resolve();
      });
      await expect(escaped?.query(COUNT_SCOPE, ["x"])).rejects.toThrow("after its unit of work had ended");
    });

    it("serialises units that read and then write the same row", async () => {
      const scope = await adapters.unitOfWork.run((tx) => adapters.scopes.open(tx, freshScope()));
      await Promise.all(
        Array.from({ length: 50 }, () =>
          adapters.unitOfWork.run(async (tx) => {
            const [row] = await tx.queryForUpdate<{ position: number }>(
              { name: "test.read", sql: "SELECT position FROM journal_head WHERE scope_key = ?" },
              [scope],
            );
            await tx.execute({ name: "test.write", sql: "UPDATE journal_head SET position = ? WHERE scope_key = ?" }, [
              (row?.position ?? 0) + 1,
              scope,
            ]);
          }),
        ),
      );
      const rows = await adapters.unitOfWork.reader.query(
        { name: "test.read", sql: "SELECT position FROM journal_head WHERE scope_key = ?" },
        [scope],
      );
      expect(rows).toEqual([{ position: 50 }]);
    });
  });
}
