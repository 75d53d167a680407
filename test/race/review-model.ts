import type { Candidate } from "../../src/experience/domain/candidate.types.js";
import type { ArtifactReference } from "../../src/kernel/references.js";

/** A Candidate as the model has it: what callers can see of it, its proposal by name. */
export interface ModelCandidate {
  readonly id: string;
  readonly version: number;
  readonly status: Candidate["state"]["kind"];
  readonly says: string;
  readonly target: string | undefined;
  /** The Revision an approval made. */
  readonly result: string | undefined;
}

/** A call that was answered with success, and the answer. */
export interface Success {
  readonly kind: "propose" | "revise" | "approve" | "reject";
  /** Undefined for propose. */
  readonly expectedVersion: number | undefined;
  readonly answer: ModelCandidate;
  /** Steps of one counter: before the call and after its answer. */
  readonly called: number;
  readonly answered: number;
}

/** `exp_…@revision` */
export const revisionOf = ({ artifactId, revision }: ArtifactReference): string => `${artifactId}@${String(revision)}`;

const next = (revision: string): string => {
  const [id, number] = revision.split("@");
  return `${String(id)}@${String(Number(number) + 1)}`;
};

/** The rules of the inbox, said once more and as simply as they can be: one call after the other, nobody else. */
export class ReviewModel {
  readonly candidates = new Map<string, ModelCandidate>();
  /** What each Revision says, its evidence aside. */
  readonly revisions = new Map<string, string>();

  /** @returns what the inbox must have answered; a refusal is undefined. */
  apply({ kind, expectedVersion, answer }: Success): ModelCandidate | undefined {
    const before = this.candidates.get(answer.id);
    const after =
      kind === "propose" ? this.propose(answer, before) : this.change(kind, answer, before, expectedVersion);
    if (after !== undefined) this.candidates.set(after.id, after);
    return after;
  }

  private propose(
    { id, says, target }: ModelCandidate,
    before: ModelCandidate | undefined,
  ): ModelCandidate | undefined {
    if (before !== undefined || !this.isHead(target)) return undefined;
    return { id, version: 1, status: "pending", says, target, result: undefined };
  }

  private change(
    kind: "revise" | "approve" | "reject",
    { says, result }: ModelCandidate,
    before: ModelCandidate | undefined,
    expectedVersion: number | undefined,
  ): ModelCandidate | undefined {
    if (before?.status !== "pending" || before.version !== expectedVersion) return undefined;
    if (kind === "reject") return { ...before, status: "rejected" };
    if (!this.isHead(before.target)) return undefined;
    if (kind === "revise") return { ...before, version: before.version + 1, says };
    // A new Experience gets an id nobody can foresee.
    const made = before.target === undefined ? result : next(before.target);
    if (made === undefined || this.revisions.has(made)) return undefined;
    this.revisions.set(made, before.says);
    return { ...before, status: "approved", result: made };
  }

  private isHead(target: string | undefined): boolean {
    return target === undefined || (this.revisions.has(target) && !this.revisions.has(next(target)));
  }
}
