import type { ScopeId } from "../../src/kernel/ids.js";
import type { MemoryCitation } from "../../src/memory/domain/memory.types.js";
import { memoryServiceOver } from "../support/compose.js";
import { auditOf } from "../support/hash-chain.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";
import { atRevision, MemoryCalls } from "./memory-calls.js";

export function memoryReadsConformance(family: AdapterFamily): void {
  describe(`Memory reads on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let calls: MemoryCalls;
    beforeAll(async () => {
      adapters = await family.open();
      calls = new MemoryCalls(memoryServiceOver(adapters));
    });
    afterAll(() => adapters.close());

    describe("get", () => {
      it("resolves an entry in any Revision that held it, with the state it had there", async () => {
        const scope = freshScope();
        const { entry } = await calls.remember(scope, "first text");
        await calls.remember(scope, "another");
        const revised = await calls.revise(scope, atRevision(entry.citation, 2), "second text");
        const retired = await calls.retire(scope, revised.entry.citation);
        const seen = (revision: number, citation: MemoryCitation) => calls.get(scope, atRevision(citation, revision));
        await expect(seen(2, entry.citation)).resolves.toMatchObject({
          text: "first text",
          state: "active",
          version: 1,
        });
        await expect(seen(3, revised.entry.citation)).resolves.toMatchObject({ text: "second text", state: "active" });
        await expect(seen(4, retired.entry.citation)).resolves.toMatchObject({
          text: "second text",
          state: "inactive",
        });
        await expect(seen(3, entry.citation)).rejects.toMatchObject({ code: "memory_not_found" });
        await expect(seen(2, revised.entry.citation)).rejects.toMatchObject({ code: "memory_not_found" });
        await expect(seen(5, retired.entry.citation)).rejects.toMatchObject({ code: "memory_not_found" });
      });

      it("refuses an entry before the Revision that added it, another identity and another scope", async () => {
        const scope = freshScope();
        await calls.remember(scope, "one");
        const { entry } = await calls.remember(scope, "two");
        const notFound = { code: "memory_not_found" };
        await expect(calls.get(scope, atRevision(entry.citation, 1))).rejects.toMatchObject(notFound);
        const other = { ...entry.citation, memoryRef: { ...entry.citation.memoryRef, artifactId: "other" } };
        await expect(calls.get(scope, other)).rejects.toMatchObject(notFound);
        await expect(calls.get(scope, { ...entry.citation, entryId: "mem_ent_zz" })).rejects.toMatchObject(notFound);
        await expect(calls.get(freshScope(), entry.citation)).rejects.toMatchObject(notFound);
        await expect(calls.get(scope, entry.citation)).resolves.toEqual(entry);
      });

      it("keeps 8,192 bytes of text, NUL and astral characters exactly", async () => {
        const scope = freshScope();
        for (const text of ["漢".repeat(2_730) + "ab", "a\u0000b", "🔥".repeat(2_048)]) {
          const { entry } = await calls.remember(scope, text);
          expect((await calls.get(scope, entry.citation)).text).toBe(text);
        }
      });
    });

    describe("list and changes", () => {
      it("answer a scope without Memory with nothing and create nothing", async () => {
        const scope = freshScope();
        await expect(calls.list(scope)).resolves.toEqual({ memory: undefined, entries: [] });
        for (const since of [undefined, 0, 7]) {
          await expect(calls.changes(scope, since)).resolves.toEqual({ memory: undefined, revisions: [] });
        }
        await expect(adapters.scopes.find(adapters.unitOfWork.reader, scope)).resolves.toBeUndefined();
      });

      it("list every entry once, ascending by entry id, all cited at the head", async () => {
        const scope = freshScope();
        for (let index = 0; index < 20; index++) await calls.remember(scope, `fact ${String(index)}`);
        const snapshot = await calls.list(scope);
        const ids = snapshot.entries.map(({ citation }) => citation.entryId);
        expect(ids).toEqual([...new Set(ids)].sort());
        expect(ids).toHaveLength(20);
        expect(new Set(snapshot.entries.map(({ citation }) => citation.memoryRef.revision))).toEqual(new Set([20]));
      });

      it("tell the whole history after 0, a delta after a Revision, the head's own without one, nothing at the head", async () => {
        const scope = freshScope();
        const added = (await calls.remember(scope, "one")).entry;
        const revised = (await calls.revise(scope, added.citation, "two", "better")).entry;
        const retired = (await calls.retire(scope, revised.citation, " ")).entry;
        const { entryId } = added.citation;
        const [first, second] = [added.citation.entryVersionId, revised.citation.entryVersionId];
        const none = undefined;
        const history = [
          { op: "add", entryId, fromEntryVersionId: none, toEntryVersionId: first, reason: none },
          { op: "revise", entryId, fromEntryVersionId: first, toEntryVersionId: second, reason: "better" },
          { op: "deactivate", entryId, fromEntryVersionId: second, toEntryVersionId: none, reason: none },
        ].map((change, index) => ({
          memoryRef: { family: "memory", artifactId: "memory", revision: index + 1 },
          changes: [change],
        }));
        const head = { family: "memory", artifactId: "memory", revision: 3 };
        expect(retired.citation.memoryRef).toEqual(head);
        await expect(calls.changes(scope, 0)).resolves.toEqual({ memory: head, revisions: history });
        await expect(calls.changes(scope, 1)).resolves.toEqual({ memory: head, revisions: history.slice(1) });
        await expect(calls.changes(scope)).resolves.toEqual({ memory: head, revisions: history.slice(2) });
        await expect(calls.changes(scope, 3)).resolves.toEqual({ memory: head, revisions: [] });
        await expect(calls.changes(scope, 4)).rejects.toMatchObject({ code: "memory_not_found" });
      });
    });

    describe("the hash chain", () => {
      const chainOf4 = async () => {
        const scope = freshScope();
        const { entry } = await calls.remember(scope, "one");
        await calls.remember(scope, "two");
        const revised = await calls.revise(scope, atRevision(entry.citation, 2), "three", "why");
        await calls.retire(scope, revised.entry.citation);
        return scope;
      };
      const alter = async (scope: ScopeId, sql: string) => {
        const key = await adapters.scopes.find(adapters.unitOfWork.reader, scope);
        await adapters.unitOfWork.run((tx) =>
          tx.execute({ name: "test.alter", sql: `${sql} AND scope_key = ?` }, [key ?? 0]),
        );
      };

      it("is whole after every kind of write", async () => {
        await expect(auditOf(adapters, await chainOf4())).resolves.toEqual({ revisions: 4, fault: undefined });
      });

      it.each([
        ["UPDATE memory_version SET text = 'forged' WHERE version = 2", "altered_content", 3],
        ["UPDATE memory_version SET kind = 'rule' WHERE entry = 2", "altered_content", 2],
        ["UPDATE memory_change SET reason = 'because' WHERE revision = 3", "altered_content", 3],
        ["UPDATE memory_change SET op = 'add' WHERE revision = 3", "broken_chain", 3],
        ["UPDATE memory_revision SET created_at = 1 WHERE revision = 2", "broken_chain", 2],
        ["DELETE FROM memory_revision WHERE revision = 2", "broken_chain", 2],
        ["DELETE FROM memory_revision WHERE revision = 4", "broken_chain", 4],
        ["UPDATE memory_head SET hash = X'00' WHERE revision = 4", "wrong_head", 4],
      ])("shows where it was altered: %s", async (sql, kind, revision) => {
        const scope = await chainOf4();
        await alter(scope, sql);
        expect((await auditOf(adapters, scope)).fault).toEqual({ kind, revision });
      });

      it("still verifies when a change's content and salt were erased", async () => {
        const scope = await chainOf4();
        await alter(scope, "UPDATE memory_change SET salt = NULL, reason = NULL WHERE revision = 3");
        await alter(scope, "UPDATE memory_version SET text = '' WHERE version = 2");
        await expect(auditOf(adapters, scope)).resolves.toEqual({ revisions: 4, fault: undefined });
      });
    });

    describe("costs", () => {
      it("takes at most ten statements a write and one a read, whatever the Memory holds", async () => {
        const scope = freshScope();
        for (let index = 0; index < 60; index++) await calls.remember(scope, `filler fact number ${String(index)}`);
        const count = async (action: () => Promise<unknown>): Promise<number> => {
          adapters.takeStatements();
          await action();
          return adapters.takeStatements().length;
        };
        let latest = await calls.remember(scope, "a fact to be revised and retired");
        expect(
          await count(async () => (latest = await calls.remember(scope, "one more fact about the build"))),
        ).toBeLessThanOrEqual(10);
        expect(
          await count(async () => (latest = await calls.revise(scope, latest.entry.citation, "a changed fact"))),
        ).toBeLessThanOrEqual(10);
        expect(await count(() => calls.get(scope, latest.entry.citation))).toBe(1);
        expect(
          await count(async () => (latest = await calls.retire(scope, latest.entry.citation))),
        ).toBeLessThanOrEqual(10);
        expect(await count(() => calls.list(scope))).toBe(1);
        expect(await count(() => calls.changes(scope, 0))).toBe(1);
      });
    });
  });
}
