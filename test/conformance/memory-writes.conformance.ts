import type { MemoryCitation } from "../../src/memory/domain/memory.types.js";
import { memoryServiceOver } from "../support/compose.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";
import { atRevision, MemoryCalls, textsOf } from "./memory-calls.js";

export function memoryWritesConformance(family: AdapterFamily): void {
  describe(`Memory writes on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let calls: MemoryCalls;
    beforeAll(async () => {
      adapters = await family.open();
      calls = new MemoryCalls(memoryServiceOver(adapters));
    });
    afterAll(() => adapters.close());

    describe("remember", () => {
      it("creates Revision 1 with the first entry and one Revision for each after it", async () => {
        const scope = freshScope();
        const first = await calls.remember(scope, "Alice likes coffee");
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
        expect((await calls.remember(scope, "Bob likes tea")).memory.revision).toBe(2);
      });

      it("answers identical content with the entry that is there, at the same Revision", async () => {
        const scope = freshScope();
        const first = await calls.remember(scope, "Alice likes coffee");
        await expect(calls.remember(scope, "Alice likes coffee")).resolves.toEqual(first);
        expect((await calls.remember(scope, "Alice likes Coffee")).memory.revision).toBe(2);
      });

      it("treats normal forms and outer white space as the same content, inner white space as another", async () => {
        const scope = freshScope();
        const first = await calls.remember(scope, "café au lait");
        await expect(calls.remember(scope, "\n cafe\u0301 au lait\t")).resolves.toEqual(first);
        expect((await calls.remember(scope, "café\tau lait")).memory.revision).toBe(2);
      });

      it("tells apart the same text under another kind", async () => {
        const scope = freshScope();
        const first = await calls.remember(scope, "Use tabs");
        const second = await calls.memory.remember({
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
        const answers = await Promise.all(
          Array.from({ length: 50 }, () => calls.remember(scope, "Alice likes coffee")),
        );
        expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
        expect((await calls.list(scope)).entries).toHaveLength(1);
      });

      it("serialises forty parallel calls without an expected Revision into Revisions 1 to 40", async () => {
        const scope = freshScope();
        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, index) => calls.remember(scope, `fact number ${String(index)}`)),
        );
        const revisions = answers.map(({ memory: { revision } }) => revision).sort((a, b) => a - b);
        expect(revisions).toEqual(Array.from({ length: 40 }, (_, index) => index + 1));
        expect((await calls.list(scope)).entries).toHaveLength(40);
      });

      it("writes at an expected Revision and refuses any other, above the head included, also for known content", async () => {
        const scope = freshScope();
        await calls.remember(scope, "one");
        expect((await calls.remember(scope, "two", 1)).memory.revision).toBe(2);
        const conflict = { code: "revision_conflict", details: { current_revision: 2 } };
        await expect(calls.remember(scope, "three", 1)).rejects.toMatchObject(conflict);
        await expect(calls.remember(scope, "three", 3)).rejects.toMatchObject(conflict);
        await expect(calls.remember(scope, "one", 1)).rejects.toMatchObject(conflict);
      });

      it("refuses an expected Revision where there is no Memory, and creates nothing", async () => {
        const scope = freshScope();
        await expect(calls.remember(scope, "one", 1)).rejects.toMatchObject({ code: "memory_not_found" });
        await expect(adapters.scopes.find(adapters.unitOfWork.reader, scope)).resolves.toBeUndefined();
      });

      it("remembers again what was retired, as a new entry", async () => {
        const scope = freshScope();
        const first = await calls.remember(scope, "one");
        await calls.retire(scope, first.entry.citation);
        const again = await calls.remember(scope, "one");
        expect(again.memory.revision).toBe(3);
        expect(again.entry.citation.entryId).not.toBe(first.entry.citation.entryId);
      });
    });

    describe("revise", () => {
      it("makes version 2 of the same entry and keeps version 1 readable for ever", async () => {
        const scope = freshScope();
        const first = await calls.remember(scope, "Alice works at Google");
        const second = await calls.revise(scope, first.entry.citation, "Alice works at Acme", "she moved");
        expect(second.entry).toMatchObject({ version: 2, text: "Alice works at Acme", state: "active" });
        expect(second.entry.citation.entryId).toBe(first.entry.citation.entryId);
        await expect(calls.get(scope, first.entry.citation)).resolves.toEqual(first.entry);
        await expect(calls.get(scope, second.entry.citation)).resolves.toEqual(second.entry);
        expect(textsOf((await calls.list(scope)).entries)).toEqual(["Alice works at Acme"]);
      });

      it("lets one of two editors of the same citation through and tells the other the current Revision", async () => {
        const scope = freshScope();
        const { entry } = await calls.remember(scope, "start");
        const outcomes = await Promise.allSettled([
          calls.revise(scope, entry.citation, "left"),
          calls.revise(scope, entry.citation, "right"),
        ]);
        const won = outcomes.filter(({ status }) => status === "fulfilled");
        const lost = outcomes.find(({ status }) => status === "rejected");
        expect(won).toHaveLength(1);
        expect(lost).toMatchObject({ reason: { code: "revision_conflict", details: { current_revision: 2 } } });
        expect((await calls.changes(scope, 0)).revisions).toHaveLength(2);
      });

      it("answers identical content with the same Revision", async () => {
        const scope = freshScope();
        const first = await calls.remember(scope, "one");
        await expect(calls.revise(scope, first.entry.citation, " one ")).resolves.toEqual(first);
      });

      it("may make one entry equal to another, and leaves both", async () => {
        const scope = freshScope();
        await calls.remember(scope, "one");
        const second = await calls.remember(scope, "two");
        await calls.revise(scope, second.entry.citation, "one");
        expect(textsOf((await calls.list(scope)).entries)).toEqual(["one", "one"]);
      });

      it("checks identity, then Revision, then entry version, then state", async () => {
        const scope = freshScope();
        const kept = await calls.remember(scope, "kept");
        const gone = await calls.remember(scope, "gone");
        const retired = await calls.retire(scope, gone.entry.citation);
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
        await expect(calls.revise(scope, cite({ memoryRef: wrongIdentity }), "x")).rejects.toMatchObject(notFound);
        await expect(calls.revise(scope, cite({ memoryRef: wrongFamily }), "x")).rejects.toMatchObject(notFound);
        await expect(calls.revise(scope, atRevision(cite({ entryId: "nope" }), head - 1), "x")).rejects.toMatchObject(
          conflict,
        );
        await expect(calls.revise(scope, atRevision(cite({}), head + 1), "x")).rejects.toMatchObject(conflict);
        await expect(calls.revise(scope, cite({ entryId: "nope" }), "x")).rejects.toMatchObject(notFound);
        await expect(calls.revise(scope, cite({ entryVersionId: "nope" }), "x")).rejects.toMatchObject(notFound);
        const mixed = cite({ entryId: gone.entry.citation.entryId });
        await expect(calls.revise(scope, mixed, "x")).rejects.toMatchObject(notFound);
        await expect(calls.revise(scope, retired.entry.citation, "x")).rejects.toMatchObject({
          code: "memory_entry_inactive",
        });
        expect((await calls.revise(scope, cite({}), "x")).memory.revision).toBe(head + 1);
      });
    });

    describe("retire", () => {
      it("takes the entry from the active list and keeps it, inactive, in the whole one", async () => {
        const scope = freshScope();
        const kept = await calls.remember(scope, "kept");
        const gone = await calls.remember(scope, "gone");
        const answer = await calls.retire(scope, gone.entry.citation, "no longer true");
        expect(answer).toMatchObject({
          memory: { revision: 3 },
          entry: { state: "inactive", text: "gone", version: 1 },
        });
        expect(textsOf((await calls.list(scope)).entries)).toEqual(["kept"]);
        const all = (await calls.list(scope, true)).entries;
        expect(all.map(({ text, state }) => [text, state]).sort()).toEqual([
          ["gone", "inactive"],
          ["kept", "active"],
        ]);
        expect(kept.memory.revision).toBe(1);
      });

      it("answers an entry that is already inactive with the same Revision", async () => {
        const scope = freshScope();
        const { entry } = await calls.remember(scope, "gone");
        const first = await calls.retire(scope, entry.citation);
        await expect(calls.retire(scope, first.entry.citation)).resolves.toEqual(first);
      });

      it("refuses a citation of another scope and leaves that scope as it was", async () => {
        const [left, right] = [freshScope(), freshScope()];
        await calls.remember(left, "of the left");
        const { entry } = await calls.remember(right, "of the right");
        await expect(calls.retire(left, entry.citation)).rejects.toMatchObject({ code: "memory_not_found" });
        await expect(calls.retire(freshScope(), entry.citation)).rejects.toMatchObject({ code: "memory_not_found" });
        expect(textsOf((await calls.list(right)).entries)).toEqual(["of the right"]);
        expect(textsOf((await calls.list(left)).entries)).toEqual(["of the left"]);
      });
    });
  });
}
