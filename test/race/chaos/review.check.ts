import type * as Wire from "../../../src/client/index.js";
import { Findings, groupBy, isSameJson } from "./findings.js";
import {
  type CaptureRecord,
  type FinalState,
  referenceKey,
  type ReviewStep,
  type StoredCandidateVersion,
  type StoredSource,
} from "./ledger.js";
import { lessonOf, unmarked } from "./model.js";

type ReviewState = Pick<FinalState, "candidates" | "candidateVersions" | "experiences" | "sources">;

/**
 * Every version of a Candidate was asked for once, by an acknowledged step or one whose outcome is unknown; each was decided
 * once and as it was answered; and approvals and Experiences are the same in number and say the same.
 */
export function checkReview(
  steps: readonly ReviewStep[],
  captures: readonly CaptureRecord[],
  state: ReviewState,
): Findings {
  const findings = new Findings();
  const byLesson = groupBy(state.candidateVersions, ({ lesson }) => unmarked(lesson));
  for (const step of steps) {
    if (step.operation === "propose" || step.operation === "revise") {
      judgeVersion(step, byLesson.get(step.says ?? "") ?? [], findings);
    }
    judgeRefusal(step, state, findings);
  }
  checkAuthors(steps, reportsOf(captures, state.sources), byLesson, findings);
  checkVersions(state, findings);
  const decisions = groupBy(steps.filter(isDecision), ({ candidateId }) => candidateId);
  const ids = new Set<string | undefined>(state.candidates.map(({ candidate_id }) => candidate_id));
  for (const id of decisions.keys()) findings.hold(ids.has(id), "a Candidate is gone");
  for (const candidate of state.candidates) {
    judgeDecisions(candidate, decisions.get(candidate.candidate_id) ?? [], findings);
  }
  checkExperiences(state, findings);
  return findings;
}

function judgeVersion(step: ReviewStep, stored: readonly StoredCandidateVersion[], findings: Findings): void {
  const { operation, outcome } = step;
  findings.hold(stored.length <= 1, `a ${operation} had its effect ${String(stored.length)} times`);
  const [version] = stored;
  if (outcome.kind === "acknowledged") {
    const { candidate_id, version: number } = outcome.answer;
    const isThere = version?.candidateId === candidate_id && version.version === number;
    findings.hold(isThere, `an acknowledged ${operation} is lost (version ${String(number)})`);
  } else if (outcome.kind !== "unknown") {
    findings.hold(version === undefined, `a ${operation} was not done for its caller, and done`);
  }
  if (version === undefined || operation === "propose") return;
  const follows = version.candidateId === step.candidateId && version.version === (step.expectedVersion ?? 0) + 1;
  findings.hold(follows, "a revision of a Candidate did not follow the version it named");
}

function judgeRefusal({ operation, outcome, ...step }: ReviewStep, state: ReviewState, findings: Findings): void {
  if (outcome.kind !== "refused") return;
  const { code, details } = outcome;
  const candidate = state.candidates.find(({ candidate_id }) => candidate_id === step.candidateId);
  const isFounded = (): boolean => {
    switch (code) {
      case "candidate_terminal":
        return candidate?.status === details["status"] && candidate?.status !== "pending";
      case "candidate_conflict":
        return details["current_version"] !== step.expectedVersion;
      case "artifact_conflict":
        return hasLater(step.target ?? candidate?.target ?? undefined, state.experiences);
      default:
        return true;
    }
  };
  findings.hold(isFounded(), `a ${operation} was refused (${code}) without a reason for it`);
}

function hasLater(
  target: Wire.ArtifactReference | undefined,
  experiences: readonly Wire.ExperienceArtifact[],
): boolean {
  return experiences.some(
    ({ artifact }) => artifact.artifact_id === target?.artifact_id && artifact.revision > target.revision,
  );
}

/** The contents of the Sources that report what became of a task. */
function reportsOf(captures: readonly CaptureRecord[], sources: readonly StoredSource[]): readonly string[] {
  const reports = new Set(captures.filter(({ isReport }) => isReport).map(({ sourceId }) => sourceId));
  return sources.filter(({ sourceId }) => reports.has(sourceId)).map(({ content }) => content);
}

function checkAuthors(
  steps: readonly ReviewStep[],
  reports: readonly string[],
  byLesson: ReadonlyMap<string, readonly StoredCandidateVersion[]>,
  findings: Findings,
): void {
  for (const report of reports) {
    const found = byLesson.get(lessonOf(report)) ?? [];
    findings.hold(found.length === 1, `a report became ${String(found.length)} Candidates`);
    findings.hold(found[0]?.version === 1, "a report revised a Candidate");
  }
  const said = new Set([...steps.map(({ says }) => says), ...reports.map(lessonOf)]);
  for (const lesson of byLesson.keys()) findings.hold(said.has(lesson), "nobody said what a Candidate says");
}

/** Versions run from 1 without holes, and the last is what the inbox shows. */
function checkVersions({ candidates, candidateVersions }: ReviewState, findings: Findings): void {
  const versions = groupBy(candidateVersions, ({ candidateId }) => candidateId);
  findings.hold(versions.size === candidates.length, "the inbox does not show each Candidate once");
  for (const { candidate_id, version, proposal } of candidates) {
    const stored = (versions.get(candidate_id) ?? []).toSorted((left, right) => left.version - right.version);
    const isWhole = stored.length === version && stored.every((one, index) => one.version === index + 1);
    findings.hold(isWhole, "the versions of a Candidate have a hole");
    findings.hold(stored.at(-1)?.lesson === proposal.lesson, "a Candidate does not say what its last version says");
  }
}

const isDecision = ({ operation }: ReviewStep): boolean => operation === "approve" || operation === "reject";
const STATUS = { approve: "approved", reject: "rejected" } as const;

function judgeDecisions(candidate: Wire.ArtifactCandidate, steps: readonly ReviewStep[], findings: Findings): void {
  const done = steps.filter(({ outcome }) => outcome.kind === "acknowledged");
  findings.hold(done.length <= 1, `a Candidate was decided ${String(done.length)} times`);
  const [decided] = done;
  if (decided?.outcome.kind === "acknowledged") {
    findings.hold(isSameJson(decided.outcome.answer, candidate), "a decision is not what was answered");
  }
  if (candidate.status === "pending") return;
  const possible = steps.filter(({ outcome }) => outcome.kind === "acknowledged" || outcome.kind === "unknown");
  const isAsked = possible.some(
    (step) =>
      (step.operation === "approve" || step.operation === "reject") &&
      STATUS[step.operation] === candidate.status &&
      step.expectedVersion === candidate.version &&
      (step.operation === "approve" || step.says === candidate.decision_reason),
  );
  findings.hold(isAsked, `nobody asked that a Candidate be ${candidate.status}`);
}

/** Each approval has made one Revision, which says what was approved and follows its target. */
function checkExperiences({ candidates, experiences }: ReviewState, findings: Findings): void {
  const approved = candidates.filter(({ status }) => status === "approved");
  findings.hold(approved.length === experiences.length, "approvals and Experiences are not the same in number");
  const byReference = groupBy(experiences, ({ artifact }) => referenceKey(artifact));
  for (const { result_artifact: result, target, proposal } of approved) {
    const made = result === null ? [] : (byReference.get(referenceKey(result)) ?? []);
    findings.hold(made.length === 1, `an approval made ${String(made.length)} Revisions`);
    findings.hold(isSameJson(made[0]?.content, proposal), "an Experience does not say what was approved");
    findings.hold(result?.revision === (target?.revision ?? 0) + 1, "an Experience does not follow its target");
    findings.hold(
      target === null || target.artifact_id === result?.artifact_id,
      "an approval changed another Experience",
    );
  }
}
