import type { UnitOfWork } from "../../src/kernel/unit-of-work.port.js";
import { reviewOver } from "../support/compose-review.js";
import { RepeatingUnitOfWork } from "../support/repeating-unit-of-work.js";
import { freshScope, type AdapterFamily, type OpenAdapters } from "./harness.js";
import { aProposal, resultOf, ReviewCalls } from "./review-calls.js";

/** Deciders at the same time, and units whose commit was not heard of. */
export function reviewRacesConformance(family: AdapterFamily): void {
  describe(`decisions that meet on ${family.name}`, () => {
    let adapters: OpenAdapters;
    let calls: ReviewCalls;
    beforeAll(async () => {
      adapters = await family.open();
      calls = new ReviewCalls(reviewOver(adapters), adapters);
    });
    afterAll(() => adapters.close());

    const aScope = async () => {
      const scope = freshScope("races");
      await calls.capture(scope);
      return scope;
    };
    const settled = async (attempts: readonly Promise<unknown>[]) => {
      const outcomes = await Promise.allSettled(attempts);
      return {
        won: outcomes.filter(({ status }) => status === "fulfilled").length,
        codes: outcomes.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : [])),
      };
    };
    const repeating = (between?: () => Promise<unknown>): ReviewCalls => {
      const unitOfWork: UnitOfWork = new RepeatingUnitOfWork(adapters.unitOfWork, between);
      return new ReviewCalls(reviewOver(adapters, unitOfWork), adapters);
    };
    const headOf = async (scope: Awaited<ReturnType<typeof aScope>>) =>
      adapters.unitOfWork.run((tx) => calls.review.lock.existing(tx, scope));

    it("on one Candidate have one winner; the others hear that it is decided", async () => {
      const scope = await aScope();
      const candidate = await calls.propose(scope, "one");
      const decisions = Array.from({ length: 8 }, (_, index) =>
        index % 2 === 0 ? calls.approve(scope, candidate) : calls.reject(scope, candidate),
      );
      const { won, codes } = await settled(decisions);
      expect({ won, codes }).toEqual({ won: 1, codes: Array(7).fill("candidate_terminal") });
      const artifacts = (await calls.get(scope, candidate)).state.kind === "approved" ? 1 : 0;
      expect(await headOf(scope)).toMatchObject({ lastArtifact: artifacts, activeArtifacts: artifacts });
    });

    it("on Candidates with one target have one winner; the others hear that it has moved on", async () => {
      const scope = await aScope();
      const target = await calls.approved(scope, "one");
      const candidates = await Promise.all(["a", "b", "c", "d"].map((name) => calls.proposeOn(scope, name, target)));
      const { won, codes } = await settled(candidates.map((candidate) => calls.approve(scope, candidate)));
      expect({ won, codes }).toEqual({ won: 1, codes: Array(3).fill("artifact_conflict") });
      expect((await calls.list(scope)).candidates).toHaveLength(3);
      expect((await calls.read(scope, { ...target, revision: 2 })).artifactRefs).toEqual([target]);
      await expect(calls.read(scope, { ...target, revision: 3 })).rejects.toMatchObject({ code: "artifact_not_found" });
    });

    it("of proposers and approvers lose no Candidate and no Experience", async () => {
      const scope = await aScope();
      const names = Array.from({ length: 16 }, (_, index) => String(index).padStart(2, "0"));
      const results = await Promise.all(names.map((name) => calls.approved(scope, name)));
      expect(new Set(results.map(({ artifactId }) => artifactId)).size).toBe(16);
      expect((await calls.lessons(scope, "approved")).toSorted()).toEqual(names);
      expect(await headOf(scope)).toMatchObject({ lastCandidate: 16, lastArtifact: 16, activeArtifacts: 16 });
    });

    describe("a unit that is run again after its commit", () => {
      it("proposes once", async () => {
        const scope = await aScope();
        const candidate = await repeating().propose(scope, "one");
        expect((await calls.list(scope)).candidates).toEqual([candidate]);
      });

      it("answers a proposal as it was made, though others have decided it since", async () => {
        const scope = await aScope();
        const decide = async () => calls.approve(scope, (await calls.list(scope)).candidates[0]!);
        const candidate = await repeating(decide).propose(scope, "one");
        expect(candidate).toMatchObject({ version: 1, state: { kind: "pending" } });
        expect((await calls.get(scope, candidate)).state.kind).toBe("approved");
      });

      it("approves once and answers with that Revision, not with the refusal it made itself", async () => {
        const scope = await aScope();
        const target = await calls.approved(scope, "one");
        const candidate = await calls.proposeOn(scope, "two", target);
        const approved = await repeating().approve(scope, candidate);
        expect(resultOf(approved)).toEqual({ ...target, revision: 2 });
        expect(await headOf(scope)).toMatchObject({ lastArtifact: 1, activeArtifacts: 1 });
        await expect(calls.approve(scope, candidate)).rejects.toMatchObject({ code: "candidate_terminal" });
      });

      it("rejects once", async () => {
        const scope = await aScope();
        const candidate = await calls.propose(scope, "one");
        expect((await repeating().reject(scope, candidate)).state.kind).toBe("rejected");
        await expect(calls.reject(scope, candidate)).rejects.toMatchObject({ code: "candidate_terminal" });
      });

      it("revises once, and answers with its own version though others have gone on", async () => {
        const scope = await aScope();
        const candidate = await calls.propose(scope, "one");
        const goOn = () => calls.revise(scope, candidate, "three", { expectedVersion: 2 });
        const revised = await repeating(goOn).revise(scope, candidate, "two");
        expect(revised).toMatchObject({ version: 2, proposal: aProposal("two"), state: { kind: "pending" } });
        expect(await calls.get(scope, candidate)).toMatchObject({ version: 3, proposal: aProposal("three") });
      });

      it("still refuses what another has written", async () => {
        const scope = await aScope();
        const candidate = await calls.propose(scope, "one");
        await calls.revise(scope, candidate, "two");
        const late = { code: "candidate_conflict", details: { expected_version: 1, current_version: 2 } };
        await expect(repeating().revise(scope, candidate, "x")).rejects.toMatchObject(late);
      });
    });

    it("takes few statements for each write", async () => {
      const scope = await aScope();
      const namesOf = async (work: Promise<unknown>): Promise<readonly string[]> => {
        await work;
        return adapters.takeStatements().map(({ statement }) => statement.name);
      };
      adapters.takeStatements();
      const candidate = await calls.propose(scope, "one");
      expect(adapters.takeStatements().map(({ statement }) => statement.name)).toEqual([
        "scope.find",
        "review-head.lock",
        "journal.known",
        "candidate.insert",
        "candidate-version.insert",
        "review-head.save",
      ]);
      expect(await namesOf(calls.revise(scope, candidate, "two"))).toEqual([
        "scope.find",
        "review-head.lock",
        "candidate.find",
        "journal.known",
        "candidate-version.insert",
        "candidate.revise",
      ]);
      expect(await namesOf(calls.reject(scope, candidate, 2))).toEqual([
        "scope.find",
        "review-head.lock",
        "candidate.find",
        "candidate.decide",
      ]);
      const other = await calls.propose(scope, "other");
      adapters.takeStatements();
      expect(await namesOf(calls.approve(scope, other))).toEqual([
        "scope.find",
        "review-head.lock",
        "candidate.find",
        "artifact.insert",
        "artifact-revision.insert",
        "term-index.insert",
        "review-head.save",
        "candidate.decide",
      ]);
    });
  });
}
