import type * as Wire from "../../../src/client/index.js";
import { wireProposal } from "../../support/review-api.js";
import type { CaptureRecord, ReviewStep } from "./ledger.js";
import { lessonOf } from "./model.js";
import { checkReview } from "./review.check.js";

const experience = (artifact_id: string, revision = 1): Wire.ArtifactReference => ({
  family: "experience",
  artifact_id,
  revision,
});

function candidate(
  candidate_id: string,
  lesson: string,
  more: Partial<Wire.ArtifactCandidate> = {},
): Wire.ArtifactCandidate {
  return {
    ...{ candidate_id, version: 1, family: "experience" as const, status: "pending" as const },
    proposal: wireProposal(lesson),
    ...{ source_refs: [{ name: "content", source_id: "s" }], artifact_refs: [], target: null, reason: null },
    ...{ result_artifact: null, decision_reason: null },
    ...more,
  };
}

const done = (answer: Wire.ArtifactCandidate): ReviewStep["outcome"] => ({ kind: "acknowledged", answer });
const refused = (code: string, details = {}): ReviewStep["outcome"] => ({ kind: "refused", code, details });

function step(
  operation: ReviewStep["operation"],
  outcome: ReviewStep["outcome"],
  more: Partial<ReviewStep> = {},
): ReviewStep {
  return {
    ...{ says: undefined, candidateId: undefined, expectedVersion: undefined, target: undefined },
    ...more,
    operation,
    outcome,
  };
}

const artifact = (reference: Wire.ArtifactReference, lesson: string): Wire.ExperienceArtifact => ({
  artifact: reference,
  content: wireProposal(lesson),
  source_refs: [],
  artifact_refs: [],
});

/** One that was revised and approved, one on top of it that was rejected, one that a report became. Nothing is wrong. */
function inbox() {
  const approved = candidate("a", "two", { version: 2, status: "approved", result_artifact: experience("x") });
  const on = { target: experience("x"), artifact_refs: [experience("x")] };
  const rejected = candidate("b", "three", { ...on, status: "rejected", decision_reason: "no" });
  const onA = { candidateId: "a", expectedVersion: 1 };
  const report: CaptureRecord = { sourceId: "s", content: "report", isReport: true, outcome: { kind: "unknown" } };
  return {
    captures: [report],
    steps: [
      step("propose", done(candidate("a", "one")), { says: "one" }),
      step("revise", done(candidate("a", "two", { version: 2 })), { ...onA, says: "two" }),
      step("revise", refused("candidate_conflict", { current_version: 2 }), { ...onA, says: "late" }),
      step("approve", done(approved), { candidateId: "a", expectedVersion: 2 }),
      step("approve", refused("candidate_terminal", { status: "approved" }), { candidateId: "a", expectedVersion: 2 }),
      step("propose", { kind: "unknown" }, { says: "three", target: experience("x") }),
      step("reject", { kind: "unknown" }, { candidateId: "b", expectedVersion: 1, says: "no" }),
      step("propose", { kind: "unsent" }, { says: "four" }),
    ],
    sources: [{ sourceId: "s", position: 1, content: "report" }],
    candidates: [approved, rejected, candidate("c", `${lessonOf("report")} (reading 7)`)],
    candidateVersions: [
      { candidateId: "a", version: 1, lesson: "one" },
      { candidateId: "a", version: 2, lesson: "two" },
      { candidateId: "b", version: 1, lesson: "three" },
      { candidateId: "c", version: 1, lesson: `${lessonOf("report")} (reading 7)` },
    ],
    experiences: [artifact(experience("x"), "two")],
  };
}

type Inbox = ReturnType<typeof inbox>;

const alterCandidate = (index: number, more: Partial<Wire.ArtifactCandidate>) => (seen: Inbox) => {
  seen.candidates[index] = { ...seen.candidates[index]!, ...more };
};

describe("the check of an inbox", () => {
  it("finds nothing wrong with an inbox that its steps explain", () => {
    const { steps, captures, ...state } = inbox();
    expect(checkReview(steps, captures, state).faults).toEqual([]);
    expect(checkReview(steps, captures, state).checks).toBeGreaterThan(30);
  });

  it.each<readonly [string, (inbox: Inbox) => unknown, string]>([
    [
      "a lost proposal",
      ({ steps }) => steps.push(step("propose", done(candidate("d", "five")), { says: "five" })),
      "an acknowledged propose is lost (version 1)",
    ],
    [
      "a proposal that had its effect twice",
      ({ candidateVersions, candidates }) => {
        candidateVersions.push({ candidateId: "d", version: 1, lesson: "three" });
        candidates.push(candidate("d", "three"));
      },
      "a propose had its effect 2 times",
    ],
    [
      "a refused step that was done",
      ({ steps }) => (steps[5] = { ...steps[5]!, outcome: refused("artifact_conflict") }),
      "a propose was not done for its caller, and done",
    ],
    ["a version of nobody", ({ steps }) => steps.splice(5, 1), "nobody said what a Candidate says"],
    [
      "a revision of another version than it named",
      ({ steps }) => (steps[1] = { ...steps[1]!, expectedVersion: 2 }),
      "a revision of a Candidate did not follow the version it named",
    ],
    [
      "a hole in versions",
      ({ candidateVersions }) => candidateVersions.shift(),
      "the versions of a Candidate have a hole",
    ],
    [
      "two decisions on one Candidate",
      ({ steps, candidates }) =>
        steps.push(step("reject", done(candidates[0]!), { candidateId: "a", expectedVersion: 2, says: "no" })),
      "a Candidate was decided 2 times",
    ],
    [
      "a decision that did not last",
      alterCandidate(0, { status: "pending", result_artifact: null }),
      "a decision is not what was answered",
    ],
    ["a decision of nobody", ({ steps }) => steps.splice(6, 1), "nobody asked that a Candidate be rejected"],
    [
      "a decision on another version",
      ({ steps }) => (steps[6] = { ...steps[6]!, expectedVersion: 2 }),
      "nobody asked that a Candidate be rejected",
    ],
    ["an approval that made nothing", ({ experiences }) => experiences.pop(), "an approval made 0 Revisions"],
    [
      "an approval that made two",
      ({ experiences }) => experiences.push(artifact(experience("y"), "two")),
      "approvals and Experiences are not the same in number",
    ],
    [
      "an Experience that says something else",
      ({ experiences }) => (experiences[0] = artifact(experience("x"), "2")),
      "an Experience does not say what was approved",
    ],
    [
      "an Experience that does not follow its target",
      alterCandidate(0, { target: experience("x") }),
      "an Experience does not follow its target",
    ],
    ["a report that was left out", ({ candidateVersions }) => candidateVersions.pop(), "a report became 0 Candidates"],
    [
      "a report that was read twice",
      ({ candidateVersions }) => candidateVersions.push({ candidateId: "d", version: 1, lesson: lessonOf("report") }),
      "a report became 2 Candidates",
    ],
    [
      "a Candidate that is gone",
      ({ steps }) => steps.push(step("approve", { kind: "unknown" }, { candidateId: "z", expectedVersion: 1 })),
      "a Candidate is gone",
    ],
    [
      "a refusal because of a decision that there was not",
      ({ steps }) =>
        steps.push(step("reject", refused("candidate_terminal", { status: "rejected" }), { candidateId: "c" })),
      "a reject was refused (candidate_terminal) without a reason for it",
    ],
    [
      "a refusal because of a Revision that there was not",
      ({ steps }) =>
        steps.push(step("propose", refused("artifact_conflict"), { says: "six", target: experience("x") })),
      "a propose was refused (artifact_conflict) without a reason for it",
    ],
  ])("sees %s", (_what, alter, fault) => {
    const violated = inbox();
    alter(violated);
    const { steps, captures, ...state } = violated;
    expect(checkReview(steps, captures, state).faults).toContain(fault);
  });
});
