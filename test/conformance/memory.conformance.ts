import type { ScopeId } from "../../src/kernel/ids.js";
import type { MemoryCitation, MemoryEntry } from "../../src/memory/domain/memory.types.js";
import type { MemoryService } from "../../src/memory/memory.service.js";
import { memoryServiceOver } from "../support/compose.js";
import { readChain } from "../support/hash-chain.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";

export function memoryConformance(family: AdapterFamily): void {
  describe(`Memory on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let memory: MemoryService;
    beforeAll(async () => {
      adapters = await family.open();
      memory = memoryServiceOver(adapters);
    });
    afterAll(() => adapters.close());

    const remember = (scopeId: ScopeId, text: string, expectedRevision?: number) =>
      memory.remember({ scopeId, kind: "fact", text, reason: undefined, expectedRevision });
    const revise = (scopeId: ScopeId, citation: MemoryCitation, text: string, reason?: string) =>
      memory.revise({ scopeId, citation, kind: "fact", text, reason });
    const retire = (scopeId: ScopeId, citation: MemoryCitation, reason?: string) =>
      memory.retire({ scopeId, citation, reason });
    const list = (scopeId: ScopeId, includeInactive = false) => memory.list({ scopeId, includeInactive });
    const get = (scopeId: ScopeId, citation: MemoryCitation) => memory.get({ scopeId, citation });
    const changes = (scopeId: ScopeId, sinceRevision?: number) => memory.changes({ scopeId, sinceRevision });
    const texts = (entries: readonly MemoryEntry[]) => entries.map(({ text }) => text).sort();
    const atRevision = (citation: MemoryCitation, revision: number): MemoryCitation => ({
      ...citation,
      memoryRef: { ...citation.memoryRef, revision },
    });

    describe("remember", () => {
      it("creates Revision 1 with the first entry and one Revision for each after it", async () => {
        const scope = freshScope();
        const first = await remember(scope, "Alice likes coffee");
        expect(first).toEqual({
          memory: { family: "memory", artifactId: "memory", revision: 1 },
          entry: {
            citation: {
              memoryRef: { family: "memory", artifactId: "memory", revision: 1 },
              entryId: expect.stringMatching(/^mem_ent_[0-9a-f]{32}$/) as string,
              entryVersionId: expect.stringMatching(/^mem_ver_[0-9a-f]{32}$/) as string,
            },
            version: 1,
            kind: "fact",
            text: "Alice likes coffee",
            state: "active",
            sourceRefs: [],
            artifactRefs: [],
          },
        });
        expect((await remember(scope, "Bob likes tea")).memory.revision).toBe(2);
      });

      it("answers identical content with the entry that is there, at the same Revision", async () => {
        const scope = freshScope();
        const first = await remember(scope, "Alice likes coffee");
        await expect(remember(scope, "Alice likes coffee")).resolves.toEqual(first);
        expect((await remember(scope, "Alice likes Coffee")).memory.revision).toBe(2);
      });

      it("treats normal forms and outer white space as the same content, inner white space as another", async () => {
        const scope = freshScope();
        const first = await remember(scope, "café au lait");
        await expect(remember(scope, "\n cafe\u0301 au lait\t")).resolves.toEqual(first);
        expect((await remember(scope, "café\tau lait")).memory.revision).toBe(2);
      });

      it("tells apart the same text under another kind", async () => {
        const scope = freshScope();
        const first = await remember(scope, "Use tabs");
        const second = await memory.remember({
          scopeId: scope,
          kind: "preference",
          text: "Use tabs",
          reason: undefined,
          expectedRevision: undefined,
        });
        expect(second.memory.revision).toBe(2);
        expect(second.entry.citation.entryId).not.toBe(first.entry.citation.entryId);
      });

      it("makes one entry of fifty parallel calls with one sentence, each answered with that entry", async () => {
        const scope = freshScope();
        const answers = await Promise.all(Array.from({ length: 50 }, () => remember(scope, "Alice likes coffee")));
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
        expect((await list(scope)).entries).toHaveLength(1);
      });

      it("serialises forty parallel calls without an expected Revision into Revisions 1 to 40", async () => {
        const scope = freshScope();
        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, index) => remember(scope, `fact number ${String(index)}`)),
        );
        const revisions = answers.map(({ memory: { revision } }) => revision).sort((a, b) => a - b);
        expect(revisions).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
        expect((await list(scope)).entries).toHaveLength(40);
      });

      it("writes at an expected Revision and refuses any other, above the head included, also for known content", async () => {
        const scope = freshScope();
        await remember(scope, "one");
        expect((await remember(scope, "two", 1)).memory.revision).toBe(2);
        const conflict = { code: "revision_conflict", details: { current_revision: 2 } };
        await expect(remember(scope, "three", 1)).rejects.toMatchObject(conflict);
        await expect(remember(scope, "three", 3)).rejects.toMatchObject(conflict);
        await expect(remember(scope, "one", 1)).rejects.toMatchObject(conflict);
      });

      it("refuses an expected Revision where there is no Memory, and creates nothing", async () => {
        const scope = freshScope();
        await expect(remember(scope, "one", 1)).rejects.toMatchObject({ code: "memory_not_found" });
        await expect(adapters.scopes.find(adapters.unitOfWork.reader, scope)).resolves.toBeUndefined();
      });

      it("remembers again what was retired, as a new entry", async () => {
        const scope = freshScope();
        const first = await remember(scope, "one");
        await retire(scope, first.entry.citation);
        const again = await remember(scope, "one");
        expect(again.memory.revision).toBe(3);
        expect(again.entry.citation.entryId).not.toBe(first.entry.citation.entryId);
      });
    });

    describe("revise", () => {
      it("makes version 2 of the same entry and keeps version 1 readable for ever", async () => {
        const scope = freshScope();
        const first = await remember(scope, "Alice works at Google");
        const second = await revise(scope, first.entry.citation, "Alice works at Acme", "she moved");
        expect(second.entry).toMatchObject({ version: 2, text: "Alice works at Acme", state: "active" });
        expect(second.entry.citation.entryId).toBe(first.entry.citation.entryId);
        await expect(get(scope, first.entry.citation)).resolves.toEqual(first.entry);
        await expect(get(scope, second.entry.citation)).resolves.toEqual(second.entry);
        expect(texts((await list(scope)).entries)).toEqual(["Alice works at Acme"]);
      });

      it("lets one of two editors of the same citation through and tells the other the current Revision", async () => {
        const scope = freshScope();
        const { entry } = await remember(scope, "start");
        const outcomes = await Promise.allSettled([
          revise(scope, entry.citation, "left"),
          revise(scope, entry.citation, "right"),
        ]);
        const won = outcomes.filter(({ status }) => status === "fulfilled");
        const lost = outcomes.find(({ status }) => status === "rejected");
        expect(won).toHaveLength(1);
        expect(lost).toMatchObject({ reason: { code: "revision_conflict", details: { current_revision: 2 } } });
        expect((await changes(scope, 0)).revisions).toHaveLength(2);
      });

      it("answers identical content with the same Revision", async () => {
        const scope = freshScope();
        const first = await remember(scope, "one");
        await expect(revise(scope, first.entry.citation, " one ")).resolves.toEqual(first);
      });

      it("may make one entry equal to another, and leaves both", async () => {
        const scope = freshScope();
        await remember(scope, "one");
        const second = await remember(scope, "two");
        await revise(scope, second.entry.citation, "one");
        expect(texts((await list(scope)).entries)).toEqual(["one", "one"]);
      });

      it("checks identity, then Revision, then entry version, then state", async () => {
        const scope = freshScope();
        const kept = await remember(scope, "kept");
        const gone = await remember(scope, "gone");
        const retired = await retire(scope, gone.entry.citation);
        const head = retired.memory.revision;
        const cite = (fields: Partial<MemoryCitation>): MemoryCitation => ({
          ...kept.entry.citation,
          memoryRef: { family: "memory", artifactId: "memory", revision: head },
          ...fields,
        });
        const wrongIdentity = { family: "memory", artifactId: "other", revision: head - 1 };
        const wrongFamily = { family: "experience", artifactId: "memory", revision: head - 1 };
        const notFound = { code: "memory_not_found" };
        const conflict = { code: "revision_conflict", details: { current_revision: head } };
        await expect(revise(scope, cite({ memoryRef: wrongIdentity }), "x")).rejects.toMatchObject(notFound);
        await expect(revise(scope, cite({ memoryRef: wrongFamily }), "x")).rejects.toMatchObject(notFound);
        await expect(revise(scope, atRevision(cite({ entryId: "nope" }), head - 1), "x")).rejects.toMatchObject(
          conflict,
        );
        await expect(revise(scope, atRevision(cite({}), head + 1), "x")).rejects.toMatchObject(conflict);
        await expect(revise(scope, cite({ entryId: "nope" }), "x")).rejects.toMatchObject(notFound);
        await expect(revise(scope, cite({ entryVersionId: "nope" }), "x")).rejects.toMatchObject(notFound);
        const mixed = cite({ entryId: gone.entry.citation.entryId });
        await expect(revise(scope, mixed, "x")).rejects.toMatchObject(notFound);
        await expect(revise(scope, retired.entry.citation, "x")).rejects.toMatchObject({
          code: "memory_entry_inactive",
        });
        expect((await revise(scope, cite({}), "x")).memory.revision).toBe(head + 1);
      });
    });

    describe("retire", () => {
      it("takes the entry from the active list and keeps it, inactive, in the whole one", async () => {
        const scope = freshScope();
        const kept = await remember(scope, "kept");
        const gone = await remember(scope, "gone");
        const answer = await retire(scope, gone.entry.citation, "no longer true");
        expect(answer).toMatchObject({
          memory: { revision: 3 },
          entry: { state: "inactive", text: "gone", version: 1 },
        });
        expect(texts((await list(scope)).entries)).toEqual(["kept"]);
        const all = (await list(scope, true)).entries;
        expect(all.map(({ text, state }) => [text, state]).sort()).toEqual([
          ["gone", "inactive"],
          ["kept", "active"],
        ]);
        expect(kept.memory.revision).toBe(1);
      });

      it("answers an entry that is already inactive with the same Revision", async () => {
        const scope = freshScope();
        const { entry } = await remember(scope, "gone");
        const first = await retire(scope, entry.citation);
        await expect(retire(scope, first.entry.citation)).resolves.toEqual(first);
      });

      it("refuses a citation of another scope and leaves that scope as it was", async () => {
        const [left, right] = [freshScope(), freshScope()];
        await remember(left, "of the left");
        const { entry } = await remember(right, "of the right");
        await expect(retire(left, entry.citation)).rejects.toMatchObject({ code: "memory_not_found" });
        await expect(retire(freshScope(), entry.citation)).rejects.toMatchObject({ code: "memory_not_found" });
        expect(texts((await list(right)).entries)).toEqual(["of the right"]);
        expect(texts((await list(left)).entries)).toEqual(["of the left"]);
      });
    });

    describe("get", () => {
      it("resolves an entry in any Revision that held it, with the state it had there", async () => {
        const scope = freshScope();
        const { entry } = await remember(scope, "first text");
        await remember(scope, "another");
        const revised = await revise(scope, atRevision(entry.citation, 2), "second text");
        const retired = await retire(scope, revised.entry.citation);
        const seen = (revision: number, citation: MemoryCitation) => get(scope, atRevision(citation, revision));
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
        await remember(scope, "one");
        const { entry } = await remember(scope, "two");
        const notFound = { code: "memory_not_found" };
        await expect(get(scope, atRevision(entry.citation, 1))).rejects.toMatchObject(notFound);
        const other = { ...entry.citation, memoryRef: { ...entry.citation.memoryRef, artifactId: "other" } };
        await expect(get(scope, other)).rejects.toMatchObject(notFound);
        await expect(get(scope, { ...entry.citation, entryId: "mem_ent_zz" })).rejects.toMatchObject(notFound);
        await expect(get(freshScope(), entry.citation)).rejects.toMatchObject(notFound);
        await expect(get(scope, entry.citation)).resolves.toEqual(entry);
      });

      it("keeps 8,192 bytes of text, NUL and astral characters exactly", async () => {
        const scope = freshScope();
        for (const text of ["漢".repeat(2_730) + "ab", "a\u0000b", "🔥".repeat(2_048)]) {
          const { entry } = await remember(scope, text);
          expect((await get(scope, entry.citation)).text).toBe(text);
        }
      });
    });

    describe("list and changes", () => {
      it("answer a scope without Memory with nothing and create nothing", async () => {
        const scope = freshScope();
        await expect(list(scope)).resolves.toEqual({ memory: undefined, entries: [] });
        for (const since of [undefined, 0, 7]) {
          await expect(changes(scope, since)).resolves.toEqual({ memory: undefined, revisions: [] });
        }
        await expect(adapters.scopes.find(adapters.unitOfWork.reader, scope)).resolves.toBeUndefined();
      });

      it("list every entry once, ascending by entry id, all cited at the head", async () => {
        const scope = freshScope();
        for (let index = 0; index < 20; index++) await remember(scope, `fact ${String(index)}`);
        const snapshot = await list(scope);
        const ids = snapshot.entries.map(({ citation }) => citation.entryId);
        expect(ids).toEqual([...new Set(ids)].sort());
        expect(ids).toHaveLength(20);
        expect(new Set(snapshot.entries.map(({ citation }) => citation.memoryRef.revision))).toEqual(new Set([20]));
      });

      it("tell the whole history after 0, a delta after a Revision, the head's own without one, nothing at the head", async () => {
        const scope = freshScope();
        const added = (await remember(scope, "one")).entry;
        const revised = (await revise(scope, added.citation, "two", "better")).entry;
        const retired = (await retire(scope, revised.citation, " ")).entry;
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
        await expect(changes(scope, 0)).resolves.toEqual({ memory: head, revisions: history });
        await expect(changes(scope, 1)).resolves.toEqual({ memory: head, revisions: history.slice(1) });
        await expect(changes(scope)).resolves.toEqual({ memory: head, revisions: history.slice(2) });
        await expect(changes(scope, 3)).resolves.toEqual({ memory: head, revisions: [] });
        await expect(changes(scope, 4)).rejects.toMatchObject({ code: "memory_not_found" });
      });
    });

    describe("the hash chain", () => {
      it("is whole after every kind of write and breaks when any committed row is altered", async () => {
        const scope = freshScope();
        const { entry } = await remember(scope, "one");
        await remember(scope, "two");
        const revised = await revise(scope, atRevision(entry.citation, 2), "three", "why");
        await retire(scope, revised.entry.citation);
        const whole = await readChain(adapters, scope);
        expect(whole.revisions).toHaveLength(4);
        expect(whole.firstBroken).toBeUndefined();
        expect(whole.firstForged).toBeUndefined();

        const key = await adapters.scopes.find(adapters.unitOfWork.reader, scope);
        const forge = {
          name: "test.forge",
          sql: "UPDATE memory_version SET text = 'forged' WHERE scope_key = ? AND version = 2",
        };
        await adapters.unitOfWork.run((tx) => tx.execute(forge, [key ?? 0]));
        expect((await readChain(adapters, scope)).firstForged).toBe(3);
        const rewrite = {
          name: "test.rewrite",
          sql: "UPDATE memory_revision SET created_at = 1 WHERE scope_key = ? AND revision = 2",
        };
        await adapters.unitOfWork.run((tx) => tx.execute(rewrite, [key ?? 0]));
        expect((await readChain(adapters, scope)).firstBroken).toBe(2);
      });
    });

    describe("costs", () => {
      it("takes at most ten statements a write and one a read, whatever the Memory holds", async () => {
        const scope = freshScope();
        for (let index = 0; index < 60; index++) await remember(scope, `filler fact number ${String(index)}`);
        const count = async (action: () => Promise<unknown>): Promise<number> => {
          adapters.takeStatements();
          await action();
          return adapters.takeStatements().length;
        };
        let latest = await remember(scope, "a fact to be revised and retired");
        expect(
          await count(async () => (latest = await remember(scope, "one more fact about the build"))),
        ).toBeLessThanOrEqual(10);
        expect(
          await count(async () => (latest = await revise(scope, latest.entry.citation, "a changed fact"))),
        ).toBeLessThanOrEqual(10);
        expect(await count(() => get(scope, latest.entry.citation))).toBe(1);
        expect(await count(async () => (latest = await retire(scope, latest.entry.citation)))).toBeLessThanOrEqual(10);
        expect(await count(() => list(scope))).toBe(1);
        expect(await count(() => changes(scope, 0))).toBe(1);
      });
    });
  });
}
