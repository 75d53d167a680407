import type { Evidence, ExperienceProposal, ExperienceRevision } from "./experience.types.js";
import { artifactHash } from "./proposal.policy.js";

/** What a stored text says; undefined when it cannot be read any more. */
export type RecordedContent = (Evidence & { readonly content: ExperienceProposal }) | undefined;

/** A Revision of an Experience as it is stored, beside the head of the Experience. */
export interface RecordedExperience {
  readonly artifactNo: number;
  readonly head: number;
  /** Undefined when nothing but the head is stored. */
  readonly recorded:
    { readonly revision: number; readonly hash: Buffer; readonly approved: RecordedContent } | undefined;
}

/** An approved Candidate beside the Revision that it became. */
export interface RecordedApproval {
  readonly candidateNo: number;
  readonly proposed: RecordedContent;
  readonly target: ExperienceRevision | undefined;
  readonly result: ExperienceRevision | undefined;
  /** Hash of the result; undefined when it is not stored. */
  readonly resultHash: Buffer | undefined;
}

/** How many of each a scope has, in one snapshot. */
export interface ExperienceCounts {
  readonly lastArtifact: number;
  readonly activeArtifacts: number;
  readonly artifacts: number;
  readonly revisions: number;
  readonly approvals: number;
}

/**
 * - `broken_chain`     the Revision is missing
 * - `altered_content`  a text or evidence is not the one the Revision was written with
 * - `wrong_head`       the head names another Revision than the last
 * - `lost_result`      the Revision that an approved Candidate became is missing
 * - `altered_result`   it is not what was approved, or does not follow the Candidate's target
 * - `wrong_counts`     the scope has Experiences, Revisions or approvals that its heads do not know
 */
export type ExperienceFault =
  | {
      readonly kind: "broken_chain" | "altered_content" | "wrong_head";
      readonly artifactNo: number;
      readonly revision: number;
    }
  | { readonly kind: "lost_result" | "altered_result"; readonly candidateNo: number }
  | { readonly kind: "wrong_counts" };

/** The last Revision that was found whole, and the head of its Experience as it was read with it. */
export interface ExperiencesUpTo {
  readonly artifactNo: number;
  readonly revision: number;
  readonly head: number;
}

export const NO_EXPERIENCES: ExperiencesUpTo = { artifactNo: 0, revision: 0, head: 0 };

/**
 * Checks the next Revisions of a scope.
 *
 * @param rows ascending by Experience and Revision, right after `from`
 * @returns how many are whole, up to which one, and the first fault
 */
export function auditExperiences(
  from: ExperiencesUpTo,
  rows: readonly RecordedExperience[],
): { readonly upTo: ExperiencesUpTo; readonly whole: number; readonly fault: ExperienceFault | undefined } {
  let upTo = from;
  for (const [whole, row] of rows.entries()) {
    const fault = (row.artifactNo === upTo.artifactNo ? undefined : openEnd(upTo)) ?? faultOf(upTo, row);
    if (fault !== undefined) return { upTo, whole, fault };
    upTo = { artifactNo: row.artifactNo, revision: row.recorded?.revision ?? 0, head: row.head };
  }
  return { upTo, whole: rows.length, fault: undefined };
}

/** What is missing when no Revision of an Experience follows. */
export function openEnd({ artifactNo, revision, head }: ExperiencesUpTo): ExperienceFault | undefined {
  return revision < head ? { kind: "broken_chain", artifactNo, revision: revision + 1 } : undefined;
}

function faultOf(
  upTo: ExperiencesUpTo,
  { artifactNo, head, recorded }: RecordedExperience,
): ExperienceFault | undefined {
  const isNext = artifactNo !== upTo.artifactNo;
  if (isNext && artifactNo !== upTo.artifactNo + 1) {
    return { kind: "broken_chain", artifactNo: upTo.artifactNo + 1, revision: 1 };
  }
  const revision = isNext ? 1 : upTo.revision + 1;
  if (recorded?.revision !== revision) return { kind: "broken_chain", artifactNo, revision };
  if (!isWritten(recorded.approved, recorded.hash)) return { kind: "altered_content", artifactNo, revision };
  return revision > head ? { kind: "wrong_head", artifactNo, revision } : undefined;
}

/** Checks that what was approved is there, as it was approved. @returns the first fault */
export function auditApprovals(rows: readonly RecordedApproval[]): ExperienceFault | undefined {
  for (const { candidateNo, proposed, target, result, resultHash } of rows) {
    if (result === undefined || resultHash === undefined) return { kind: "lost_result", candidateNo };
    if (!isWritten(proposed, resultHash) || !follows(target, result)) return { kind: "altered_result", candidateNo };
  }
  return undefined;
}

/** Checks what neither Revisions nor Candidates show by themselves: rows that nothing leads to. */
export function auditCounts(counts: ExperienceCounts): ExperienceFault | undefined {
  const { lastArtifact, activeArtifacts, artifacts, revisions, approvals } = counts;
  const isWhole = artifacts === lastArtifact && artifacts === activeArtifacts && revisions === approvals;
  return isWhole ? undefined : { kind: "wrong_counts" };
}

function isWritten(recorded: RecordedContent, hash: Buffer): boolean {
  return recorded !== undefined && artifactHash(recorded.content, recorded).equals(hash);
}

function follows(target: ExperienceRevision | undefined, result: ExperienceRevision): boolean {
  if (target === undefined) return result.revision === 1;
  return target.artifactId.equals(result.artifactId) && target.revision + 1 === result.revision;
}
