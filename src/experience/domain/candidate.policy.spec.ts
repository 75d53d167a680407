import { changedTargetProblems, requireHeadTarget, requireOpen, targetProblems } from "./candidate.policy.js";
import type { Candidate } from "./candidate.types.js";
import { experienceReference } from "./wire-ids.policy.js";

const artifactId = Buffer.alloc(16, 7);
const at = (revision: number) => ({ artifactId, revision });
const reference = (revision: number) => experienceReference(at(revision));
const found = {
  sourceIds: new Set<string>(),
  memoryRevision: 1,
  experienceRevisions: new Map([[artifactId.toString("hex"), 3]]),
};

const pending: Candidate = {
  candidateNo: 1,
  candidateId: Buffer.alloc(16),
  family: "experience",
  version: 2,
  state: { kind: "pending" },
  operationId: Buffer.alloc(16),
  createdAt: 0,
  proposal: { situation: "s", action: "a", outcome: "o", lesson: "l" },
  sourceRefs: [],
  artifactRefs: [],
  target: undefined,
  reason: undefined,
};

describe("a Candidate that is to be decided or revised", () => {
  it("must be pending at the version that was read", () => {
    expect(requireOpen(pending, 2)).toBe(pending);
  });

  it.each([
    ["behind", pending, { code: "candidate_conflict", details: { expected_version: 1, current_version: 2 } }],
    [
      "approved, though behind too",
      { ...pending, state: { kind: "approved", result: at(1) } } as const,
      { code: "candidate_terminal", details: { status: "approved" } },
    ],
    [
      "rejected, though behind too",
      { ...pending, state: { kind: "rejected", reason: "r" } } as const,
      { code: "candidate_terminal", details: { status: "rejected" } },
    ],
  ])("is refused when it is %s", (_how, candidate, refusal) => {
    expect(() => requireOpen(candidate, 1)).toThrow(expect.objectContaining(refusal));
  });
});

describe("a target", () => {
  it.each([
    ["is among the evidence, the head or before it", reference(2), [reference(2)], undefined],
    ["is absent", undefined, [], undefined],
    ["is of another family", { ...reference(1), family: "memory" }, [], "must be of the family experience"],
    ["never existed", reference(4), [reference(4)], "does not exist in this scope"],
    ["is unknown", { ...reference(1), artifactId: "exp_x" }, [], "does not exist in this scope"],
    ["is named in another Revision only", reference(3), [reference(2)], "must appear in artifact_refs"],
  ])("that %s is judged so", (_how, target, artifactRefs, problem) => {
    const problems = targetProblems(target, { sourceRefs: [], artifactRefs }, found);
    expect(problems).toEqual(problem === undefined ? [] : [{ field: "target", problem }]);
  });

  it.each([
    [undefined, undefined, true],
    [at(1), reference(1), true],
    [at(1), reference(2), false],
    [at(1), undefined, false],
    [undefined, reference(1), false],
    [at(1), { ...reference(1), family: "memory" }, false],
  ])("of a Candidate stays: %j to %j", (before, after, isSame) => {
    expect(changedTargetProblems(before, after).map(({ field }) => field)).toEqual(isSame ? [] : ["target"]);
  });

  it("must be the head, and the refusal names the head", () => {
    expect(() => {
      requireHeadTarget(at(3), 3);
    }).not.toThrow();
    expect(() => {
      requireHeadTarget(at(2), 3);
    }).toThrow(
      expect.objectContaining({
        code: "artifact_conflict",
        details: { current: { family: "experience", artifact_id: reference(3).artifactId, revision: 3 } },
      }),
    );
  });
});
