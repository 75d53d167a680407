import { candidateIdOf } from "../../src/experience/domain/wire-ids.policy.js";
import { memoryServiceOver } from "../support/compose.js";
import { reviewOver } from "../support/compose-review.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";
import { MemoryCalls } from "./memory-calls.js";
import { aProposal, resultOf, ReviewCalls } from "./review-calls.js";

/** The life of a Candidate, and what it may rest on. */
export function reviewConformance(family: AdapterFamily): void {
  describe(`the review inbox on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let calls: ReviewCalls;
    beforeAll(async () => {
      adapters = await family.open();
      calls = new ReviewCalls(reviewOver(adapters), adapters);
    });
    afterAll(() => adapters.close());

    const aScope = async (label?: string) => {
      const scope = freshScope(label);
      await calls.capture(scope);
      return scope;
    };

    describe("a Candidate", () => {
      it("waits with exactly what was proposed, each reference once in the order given", async () => {
        const scope = await aScope();
        await calls.capture(scope, "bob");
        const proposal = { ...aProposal("one"), lesson: " \ud83d\ude00 cafe\u0301\n\u0000 " };
        const [alice, bob] = ["alice", "bob"].map((sourceId) => ({ name: "content", sourceId }));
        const candidate = await calls.propose(scope, "", {
          proposal,
          sourceRefs: [bob!, alice!, bob!],
          reason: " because ",
        });
        expect(candidate).toMatchObject({
          family: "experience",
          version: 1,
          state: { kind: "pending" },
          proposal,
          sourceRefs: [bob, alice],
          artifactRefs: [],
          target: undefined,
          reason: " because ",
        });
        expect(await calls.get(scope, candidate)).toEqual(candidate);
        expect((await calls.list(scope)).candidates).toEqual([candidate]);
      });

      it("becomes Revision 1 of a new Experience when it is approved", async () => {
        const scope = await aScope();
        const approved = await calls.approve(scope, await calls.propose(scope, "one"));
        expect(resultOf(approved)).toEqual({
          family: "experience",
          artifactId: expect.stringMatching(/^exp_[0-9a-f]{32}$/) as string,
          revision: 1,
        });
        expect(await calls.get(scope, approved)).toEqual(approved);
        expect(await calls.read(scope, resultOf(approved))).toEqual({
          artifact: resultOf(approved),
          content: aProposal("one"),
          sourceRefs: [{ name: "content", sourceId: "alice" }],
          artifactRefs: [],
        });
      });

      it("becomes the next Revision of its target, and the one before stays readable", async () => {
        const scope = await aScope();
        const first = await calls.approved(scope, "one");
        const second = resultOf(await calls.approve(scope, await calls.proposeOn(scope, "two", first)));
        expect(second).toEqual({ ...first, revision: 2 });
        expect((await calls.read(scope, first)).content).toEqual(aProposal("one"));
        expect(await calls.read(scope, second)).toMatchObject({ content: aProposal("two"), artifactRefs: [first] });
        await expect(calls.read(scope, { ...first, revision: 3 })).rejects.toMatchObject({
          code: "artifact_not_found",
        });
        await expect(calls.read(scope, { ...first, family: "memory" })).rejects.toMatchObject({
          code: "artifact_not_found",
        });
      });

      it("keeps the reason of its rejection and makes nothing", async () => {
        const scope = await aScope();
        const rejected = await calls.reject(scope, await calls.propose(scope, "one"));
        expect(rejected.state).toEqual({ kind: "rejected", reason: " too narrow " });
        expect(await calls.get(scope, rejected)).toEqual(rejected);
        const { heads, lock } = calls.review;
        const head = await adapters.unitOfWork.run(async (tx) => (await lock.existing(tx, scope))!);
        expect(head).toMatchObject({ lastCandidate: 1, lastArtifact: 0, activeArtifacts: 0 });
        expect(await adapters.unitOfWork.run((tx) => heads.lock(tx, head.scope))).toEqual(head);
      });

      it("is revised as a whole and keeps its place in the inbox", async () => {
        const scope = await aScope();
        const first = await calls.propose(scope, "one", { reason: "why" });
        await calls.propose(scope, "two");
        await calls.capture(scope, "bob");
        const bob = { name: "content", sourceId: "bob" };
        const revised = await calls.revise(scope, first, "better", { sourceRefs: [bob] });
        expect(revised).toMatchObject({
          candidateId: first.candidateId,
          version: 2,
          proposal: aProposal("better"),
          sourceRefs: [bob],
          reason: undefined,
        });
        expect(await calls.get(scope, first)).toEqual(revised);
        expect(await calls.lessons(scope)).toEqual(["better", "two"]);
        const approved = await calls.approve(scope, first, 2);
        expect((await calls.read(scope, resultOf(approved))).content).toEqual(aProposal("better"));
      });
    });

    describe("the order of checks", () => {
      it("knows no Candidate of another scope, of a scope nobody has written to, or with an id of another form", async () => {
        const [here, there] = [await aScope(), await aScope()];
        const candidate = await calls.propose(here, "one");
        expect(await calls.get(here, candidate)).toEqual(candidate);
        for (const scope of [there, freshScope()]) {
          const notFound = { code: "candidate_not_found" };
          await expect(calls.get(scope, candidate)).rejects.toMatchObject(notFound);
          await expect(calls.approve(scope, candidate)).rejects.toMatchObject(notFound);
          await expect(calls.reject(scope, candidate)).rejects.toMatchObject(notFound);
          await expect(calls.revise(scope, candidate, "x", { sourceRefs: [] })).rejects.toMatchObject(notFound);
          expect(await calls.lessons(scope)).toEqual([]);
        }
        const odd = { scopeId: here, candidateId: `cand_${"A".repeat(32)}` };
        await expect(calls.review.inbox.get(odd)).rejects.toMatchObject({ code: "candidate_not_found" });
      });

      it("tells what was decided before a stale version, and a stale version before what is wrong with the new one", async () => {
        const scope = await aScope();
        const candidate = await calls.propose(scope, "one");
        const nothing = { sourceRefs: [] };
        const stale = { code: "candidate_conflict", details: { expected_version: 7, current_version: 1 } };
        await expect(calls.revise(scope, candidate, "x", { ...nothing, expectedVersion: 7 })).rejects.toMatchObject(
          stale,
        );
        await expect(calls.approve(scope, candidate, 7)).rejects.toMatchObject(stale);
        await expect(calls.reject(scope, candidate, 7)).rejects.toMatchObject(stale);
        const bad = { code: "invalid_request", details: { errors: [{ field: "source_refs" }] } };
        await expect(calls.revise(scope, candidate, "x", nothing)).rejects.toMatchObject(bad);
        await calls.approve(scope, candidate);
        const terminal = { code: "candidate_terminal", details: { status: "approved" } };
        await expect(calls.revise(scope, candidate, "x", { ...nothing, expectedVersion: 7 })).rejects.toMatchObject(
          terminal,
        );
        await expect(calls.approve(scope, candidate)).rejects.toMatchObject(terminal);
        await expect(calls.reject(scope, candidate, 7)).rejects.toMatchObject(terminal);
        const other = await calls.reject(scope, await calls.propose(scope, "two"));
        await expect(calls.approve(scope, other)).rejects.toMatchObject({ details: { status: "rejected" } });
      });

      it("refuses a changed target before one that has moved on, and either changes nothing", async () => {
        const scope = await aScope();
        const target = await calls.approved(scope, "one");
        const left = await calls.proposeOn(scope, "left", target);
        const right = await calls.proposeOn(scope, "right", target);
        const next = resultOf(await calls.approve(scope, left));
        const changed = { code: "invalid_request", details: { errors: [{ field: "target" }] } };
        await expect(calls.revise(scope, right, "x")).rejects.toMatchObject(changed);
        await expect(calls.revise(scope, right, "x", { target: next, artifactRefs: [next] })).rejects.toMatchObject(
          changed,
        );
        const current = { family: "experience", artifact_id: next.artifactId, revision: 2 };
        const moved = { code: "artifact_conflict", details: { current } };
        await expect(calls.revise(scope, right, "x", { target, artifactRefs: [target] })).rejects.toMatchObject(moved);
        await expect(calls.approve(scope, right)).rejects.toMatchObject(moved);
        await expect(calls.proposeOn(scope, "late", target)).rejects.toMatchObject(moved);
        expect(await calls.get(scope, right)).toEqual(right);
        expect((await calls.reject(scope, right)).state.kind).toBe("rejected");
      });
    });

    describe("evidence", () => {
      const refusedFields = async (proposing: Promise<unknown>): Promise<readonly string[]> => {
        const refusal = (await proposing.then(
          () => undefined,
          (error: unknown) => error,
        )) as { code?: string; details?: { errors: readonly { field: string }[] } } | undefined;
        expect(refusal?.code).toBe("invalid_request");
        return refusal?.details?.errors.map(({ field }) => field) ?? [];
      };

      it("may be any Revision of the Memory or of an Experience up to its head", async () => {
        const scope = await aScope();
        const memory = new MemoryCalls(memoryServiceOver(adapters));
        for (const text of ["one", "two"]) await memory.remember(scope, text);
        const first = await calls.approved(scope, "one");
        const second = resultOf(await calls.approve(scope, await calls.proposeOn(scope, "two", first)));
        const memoryAt = (revision: number) => ({ family: "memory", artifactId: "memory", revision });
        const artifactRefs = [memoryAt(1), memoryAt(2), first, second];
        expect((await calls.propose(scope, "x", { sourceRefs: [], artifactRefs })).artifactRefs).toEqual(artifactRefs);
        const missing = [memoryAt(3), { ...first, revision: 3 }, first, { ...memoryAt(1), artifactId: "other" }];
        expect(await refusedFields(calls.propose(scope, "x", { artifactRefs: missing }))).toEqual([
          "artifact_refs.0",
          "artifact_refs.1",
          "artifact_refs.3",
        ]);
      });

      it("is refused by its place when it is unknown, of another scope, or of a type or family there is not", async () => {
        const [scope, other] = [await aScope(), await aScope()];
        await calls.capture(other, "theirs");
        const theirs = await calls.approved(other, "theirs");
        const source = (sourceId: string, name = "content") => ({ name, sourceId });
        const sourceRefs = [source("alice"), source("theirs"), source("alice", "file"), source("Alice")];
        const artifactRefs = [theirs, { ...theirs, family: "skill" }, { ...theirs, artifactId: "exp_1" }];
        expect(await refusedFields(calls.propose(scope, "x", { sourceRefs, artifactRefs }))).toEqual([
          "source_refs.1",
          "source_refs.2",
          "source_refs.3",
          "artifact_refs.0",
          "artifact_refs.1",
          "artifact_refs.2",
        ]);
        const mine = { sourceRefs: [source("theirs"), source("alice")], artifactRefs: [theirs] };
        expect((await calls.propose(other, "x", mine)).artifactRefs).toEqual([theirs]);
        expect(await calls.lessons(scope)).toEqual([]);
      });

      it("creates no scope by being sought in one nobody has written to", async () => {
        const scope = freshScope();
        expect(await refusedFields(calls.propose(scope, "x"))).toEqual(["source_refs.0"]);
        expect(await adapters.scopes.find(adapters.unitOfWork.reader, scope)).toBeUndefined();
      });

      it("is 1 to 32 references in all", async () => {
        const scope = await aScope();
        const ids = Array.from({ length: 31 }, (_, index) => `s-${String(index)}`);
        await calls.capture(scope, ...ids);
        const sourceRefs = ids.map((sourceId) => ({ name: "content", sourceId }));
        const artifact = await calls.approved(scope, "one");
        const full = await calls.propose(scope, "x", { sourceRefs, artifactRefs: [artifact] });
        expect(full.sourceRefs).toEqual(sourceRefs);
        const target = { ...artifact, revision: 1 };
        expect(
          await refusedFields(calls.propose(scope, "x", { sourceRefs, artifactRefs: [artifact, artifact], target })),
        ).toEqual(["artifact_refs"]);
        expect(await refusedFields(calls.propose(scope, "x", { sourceRefs: [] }))).toEqual(["source_refs"]);
      });

      it("must hold the target, which must be an Experience of the scope", async () => {
        const [scope, other] = [await aScope(), await aScope()];
        const artifact = await calls.approved(scope, "one");
        const theirs = await calls.approved(other, "theirs");
        const memory = new MemoryCalls(memoryServiceOver(adapters));
        const { memory: head } = await memory.remember(scope, "one");
        for (const [target, artifactRefs] of [
          [artifact, []],
          [theirs, []],
          [head, [head]],
          [{ ...artifact, revision: 2 }, []],
        ] as const) {
          expect(await refusedFields(calls.propose(scope, "x", { target, artifactRefs }))).toEqual(["target"]);
        }
        const taken = await calls.propose(scope, "x", { target: artifact, artifactRefs: [artifact] });
        expect(taken.target?.revision).toBe(1);
      });

      it("is not looked at again when the Candidate is approved", async () => {
        const scope = await aScope();
        const candidate = await calls.propose(scope, "one");
        adapters.takeStatements();
        await calls.approve(scope, candidate);
        const names = adapters.takeStatements().map(({ statement }) => statement.name);
        expect(names).toContain("artifact.insert");
        expect(names.filter((name) => /journal|memory/u.test(name))).toEqual([]);
      });
    });

    it("has ids of the wire's form", async () => {
      const scope = await aScope();
      const { candidateId } = await calls.propose(scope, "one");
      expect(candidateIdOf(candidateId)).toMatch(/^cand_[0-9a-f]{32}$/);
    });
  });
}
