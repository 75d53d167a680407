import type { ArtifactCandidate } from "../../client/index.js";
import { EXIT, type ExitCode } from "../exit-codes.js";
import { type Paint, print, remark } from "../output.js";
import { openScope, type ScopedOptions } from "../session.js";
import { indented } from "../shown-entry.js";

export interface ReviewListOptions extends ScopedOptions {
  readonly status: "pending" | "approved" | "rejected";
  readonly limit: number;
  readonly cursor?: string;
}

export async function listReviews({ status, limit, cursor, ...options }: ReviewListOptions): Promise<ExitCode> {
  const { client, scope, json, paint } = await openScope(options);
  const answer = await client.listArtifactCandidates({ scope_id: scope, status, limit, cursor: cursor ?? null });
  print(answer, json, () => answer.candidates.flatMap((candidate) => candidateLines(candidate, paint)));
  if (json) return EXIT.ok;
  if (answer.candidates.length === 0) remark(`No ${status} Candidates in the scope ${scope}.`);
  if (answer.next_cursor !== null) remark(`More: add --cursor ${answer.next_cursor}`);
  return EXIT.ok;
}

export interface DecisionOptions extends ScopedOptions {
  readonly expectedVersion: number;
}

export async function approve(
  candidateId: string,
  { expectedVersion, ...options }: DecisionOptions,
): Promise<ExitCode> {
  const { client, scope, json, paint } = await openScope(options);
  const answer = await client.approveArtifactCandidate({
    scope_id: scope,
    candidate_id: candidateId,
    expected_version: expectedVersion,
  });
  const result = answer.result_artifact;
  print(answer, json, () => [
    paint("green", `Approved ${answer.candidate_id}`) +
      (result === null ? "." : `: ${result.artifact_id}, Revision ${result.revision}.`),
  ]);
  return EXIT.ok;
}

export interface RejectOptions extends DecisionOptions {
  readonly reason: string;
}

export async function reject(
  candidateId: string,
  { expectedVersion, reason, ...options }: RejectOptions,
): Promise<ExitCode> {
  const { client, scope, json } = await openScope(options);
  const answer = await client.rejectArtifactCandidate({
    scope_id: scope,
    candidate_id: candidateId,
    expected_version: expectedVersion,
    reason,
  });
  print(answer, json, () => [`Rejected ${answer.candidate_id}.`]);
  return EXIT.ok;
}

function candidateLines(candidate: ArtifactCandidate, paint: Paint): readonly string[] {
  const { candidate_id, version, status, proposal, target, reason, decision_reason } = candidate;
  const title = `${candidate_id}  version ${version}  ${status}`;
  return [
    paint("bold", title) + (target === null ? "" : `  for ${target.artifact_id}, Revision ${target.revision}`),
    ...field("Situation", proposal.situation),
    ...field("Action", proposal.action),
    ...field("Outcome", proposal.outcome),
    ...field("Lesson", proposal.lesson),
    ...(reason === null ? [] : field("Reason", reason)),
    ...(decision_reason === null ? [] : field("Rejected", decision_reason)),
  ];
}

const field = (name: string, text: string): readonly string[] => indented(text, `  ${name}: `, "    ");
