import type * as Wire from "../../../src/client/index.js";
import { wireProposal } from "../../support/review-api.js";
import type { ChaosScope } from "./chaos-scope.js";
import type { Outcome, ReviewStep } from "./ledger.js";
import type { Hands, Moves } from "./moves.js";

export const REVIEW_MOVES: Moves = [
  [4, propose],
  [3, revise],
  [4, approve],
  [2, reject],
  [3, list],
  [1, get],
  [1, getElsewhere],
  [1, read],
];

async function propose(scope: ChaosScope, hands: Hands): Promise<void> {
  const experiences = [...scope.experiences.values()];
  const target = hands.random.chance(0.5) ? hands.random.pick(experiences) : undefined;
  const version = versionOf(scope, hands, target);
  if (version === undefined) return;
  const step = { operation: "propose", says: version.proposal.lesson, target } as const;
  await note(scope, { ...step, candidateId: undefined, expectedVersion: undefined }, () =>
    hands.calls.http("propose_experience", (client) => client.proposeExperience(version)),
  );
}

async function revise(scope: ChaosScope, hands: Hands): Promise<void> {
  const candidate = pendingCandidate(scope, hands);
  if (candidate === undefined) return;
  const target = candidate.target ?? undefined;
  const version = versionOf(scope, hands, target);
  if (version === undefined) return;
  const request = { ...version, candidate_id: candidate.candidate_id, expected_version: candidate.version };
  await note(scope, { ...stepOn("revise", candidate), says: version.proposal.lesson }, () =>
    hands.calls.http("revise_artifact_candidate", (client) => client.reviseArtifactCandidate(request)),
  );
}

async function approve(scope: ChaosScope, hands: Hands): Promise<void> {
  const candidate = pendingCandidate(scope, hands);
  if (candidate === undefined) return;
  const { candidate_id, version: expected_version } = candidate;
  const request = { scope_id: scope.id, candidate_id, expected_version };
  await note(scope, stepOn("approve", candidate), () =>
    hands.calls.http("approve_artifact_candidate", (client) => client.approveArtifactCandidate(request)),
  );
}

async function reject(scope: ChaosScope, hands: Hands): Promise<void> {
  const candidate = pendingCandidate(scope, hands);
  if (candidate === undefined) return;
  const { candidate_id, version: expected_version } = candidate;
  const reason = scope.name("because");
  const request = { scope_id: scope.id, candidate_id, expected_version, reason };
  await note(scope, { ...stepOn("reject", candidate), says: reason }, () =>
    hands.calls.http("reject_artifact_candidate", (client) => client.rejectArtifactCandidate(request)),
  );
}

async function list(scope: ChaosScope, { calls }: Hands): Promise<void> {
  const request = { scope_id: scope.id, limit: 20 };
  const listed = await calls.http("list_artifact_candidates", (client) => client.listArtifactCandidates(request));
  if (listed.kind !== "acknowledged") return;
  for (const candidate of listed.answer.candidates) learn(scope, candidate);
}

async function get(scope: ChaosScope, { calls, random }: Hands): Promise<void> {
  const known = random.pick([...scope.candidates.values()]);
  if (known === undefined) return;
  const request = { scope_id: scope.id, candidate_id: known.candidate_id };
  const outcome = await calls.http("get_artifact_candidate", (client) => client.getArtifactCandidate(request));
  if (outcome.kind === "acknowledged") learn(scope, outcome.answer);
}

/** A Candidate of one scope is not there in another. */
async function getElsewhere(scope: ChaosScope, { calls, random, findings, elsewhere }: Hands): Promise<void> {
  const known = random.pick([...scope.candidates.values()]);
  if (known === undefined || elsewhere === scope) return;
  const request = { scope_id: elsewhere.id, candidate_id: known.candidate_id };
  const send = { alsoRefused: ["candidate_not_found"] };
  const outcome = await calls.http("get_artifact_candidate", (client) => client.getArtifactCandidate(request), send);
  findings.hold(outcome.kind !== "acknowledged", "a Candidate of one scope was shown in another");
}

async function read(scope: ChaosScope, { calls, random, findings }: Hands): Promise<void> {
  const artifact = random.pick([...scope.experiences.values()]);
  if (artifact === undefined) return;
  const request = { scope_id: scope.id, artifact };
  const outcome = await calls.http("get_experience", (client) => client.getExperience(request));
  if (outcome.kind !== "acknowledged") return;
  findings.hold(outcome.answer.content.lesson.includes(scope.sign), "an Experience holds a text of another scope");
}

/** Undefined as long as there is no evidence. */
function versionOf(scope: ChaosScope, { random }: Hands, target: Wire.ArtifactReference | undefined) {
  const source = random.pick(scope.captured);
  if (source === undefined) return undefined;
  return {
    scope_id: scope.id,
    proposal: wireProposal(scope.name("lesson")),
    source_refs: [{ name: "content", source_id: source.sourceId }],
    artifact_refs: target === undefined ? [] : [target],
    target: target ?? null,
    reason: null,
  };
}

function pendingCandidate(scope: ChaosScope, { random }: Hands): Wire.ArtifactCandidate | undefined {
  const known = [...scope.candidates.values()];
  const pending = known.filter(({ status }) => status === "pending");
  // At times one that is known to be decided.
  return random.pick(pending.length > 0 && random.chance(0.9) ? pending : known);
}

function stepOn(operation: ReviewStep["operation"], { candidate_id, version, target }: Wire.ArtifactCandidate) {
  return {
    operation,
    says: undefined,
    candidateId: candidate_id,
    expectedVersion: version,
    target: target ?? undefined,
  };
}

async function note(
  scope: ChaosScope,
  step: Omit<ReviewStep, "outcome">,
  call: () => Promise<Outcome<Wire.ArtifactCandidate>>,
): Promise<void> {
  const outcome = await call();
  scope.ledger.steps.push({ ...step, outcome });
  if (outcome.kind === "acknowledged") learn(scope, outcome.answer);
}

function learn(scope: ChaosScope, candidate: Wire.ArtifactCandidate): void {
  const known = scope.candidates.get(candidate.candidate_id);
  // Answers overtake each other; what is decided stays so.
  if (known !== undefined && (known.status !== "pending" || known.version > candidate.version)) return;
  scope.candidates.set(candidate.candidate_id, candidate);
  const made = candidate.result_artifact;
  if (made !== null && (scope.experiences.get(made.artifact_id)?.revision ?? 0) < made.revision) {
    scope.experiences.set(made.artifact_id, made);
  }
}
