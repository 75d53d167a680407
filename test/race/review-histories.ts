import type { Candidate, ProposedVersion } from "../../src/experience/domain/candidate.types.js";
import { candidateIdOf, experienceReference } from "../../src/experience/domain/wire-ids.policy.js";
import { DomainError } from "../../src/kernel/domain-error.js";
import type { ScopeId } from "../../src/kernel/ids.js";
import type { ArtifactReference } from "../../src/kernel/references.js";
import { freshScope, type OpenAdapters } from "../conformance/harness.js";
import { ReviewCalls } from "../conformance/review-calls.js";
import { reviewOver } from "../support/compose-review.js";
import { RepeatingUnitOfWork } from "../support/repeating-unit-of-work.js";
import { revisionOf, type ModelCandidate, type Success } from "./review-model.js";
import { explain } from "./review-order.js";

const CLIENTS = 8;
const CALLS_A_CLIENT = 3;
/** A caller waits so many turns of the event loop at most before a call. */
const MOST_TURNS = 4;

/** A call that was refused, and what it said. */
interface Refusal {
  readonly code: string;
  readonly id: string | undefined;
  readonly target: string | undefined;
  readonly answered: number;
}

export interface HistoryReport {
  readonly scope: ScopeId;
  readonly successes: number;
  readonly refusals: Readonly<Record<string, number>>;
  /** What no order of the calls explains, in words. */
  readonly faults: readonly string[];
}

/** One inbox with eight clients that know of each other's work only what was answered, often too late. */
export class ReviewHistory {
  private readonly scope: ScopeId = freshScope("history");
  private readonly successes: Success[] = [];
  private readonly refusals: Refusal[] = [];
  private readonly known: Candidate[] = [];
  private readonly revisions: ArtifactReference[] = [];
  private readonly calls: ReviewCalls;
  /** Has every unit run again after its commit, as when the answer of a commit is lost. */
  private readonly repeating: ReviewCalls;
  private readonly moves = [
    this.propose,
    this.propose,
    this.revise,
    this.revise,
    this.approve,
    this.approve,
    this.reject,
  ];
  private step = 0;
  private names = 0;

  constructor(
    adapters: OpenAdapters,
    private readonly random: () => number,
  ) {
    this.calls = new ReviewCalls(reviewOver(adapters), adapters);
    this.repeating = new ReviewCalls(reviewOver(adapters, new RepeatingUnitOfWork(adapters.unitOfWork)), adapters);
  }

  async run(): Promise<HistoryReport> {
    await this.calls.capture(this.scope);
    await this.propose(this.calls);
    await this.approve(this.calls);
    await this.propose(this.calls);
    await Promise.all(Array.from({ length: CLIENTS }, (_, index) => this.client(index)));
    return this.judge();
  }

  private async client(index: number): Promise<void> {
    const calls = index === 0 ? this.repeating : this.calls;
    for (let count = 0; count < CALLS_A_CLIENT; count++) {
      for (let turns = this.below(MOST_TURNS); turns > 0; turns--) await new Promise(setImmediate);
      await this.pick(this.moves)?.call(this, calls);
    }
  }

  private async propose(calls: ReviewCalls): Promise<void> {
    const name = this.name();
    const target = this.chance(0.6) ? this.pick(this.revisions.slice(-2)) : undefined;
    await this.attempt("propose", undefined, target, () => calls.propose(this.scope, name, versionOf(target)));
  }

  private async revise(calls: ReviewCalls): Promise<void> {
    const [candidate, expectedVersion] = this.pickCandidate();
    const target = candidate.target && experienceReference(candidate.target);
    const more = { ...versionOf(target), expectedVersion };
    const name = this.name();
    const revise = () => calls.revise(this.scope, candidate, name, more);
    await this.attempt("revise", { candidate, expectedVersion }, target, revise);
  }

  private async approve(calls: ReviewCalls): Promise<void> {
    const [candidate, expectedVersion] = this.pickCandidate();
    const target = candidate.target && experienceReference(candidate.target);
    const approve = () => calls.approve(this.scope, candidate, expectedVersion);
    await this.attempt("approve", { candidate, expectedVersion }, target, approve);
  }

  private async reject(calls: ReviewCalls): Promise<void> {
    const [candidate, expectedVersion] = this.pickCandidate();
    const reject = () => calls.reject(this.scope, candidate, expectedVersion);
    await this.attempt("reject", { candidate, expectedVersion }, undefined, reject);
  }

  private async attempt(
    kind: Success["kind"],
    on: { readonly candidate: Candidate; readonly expectedVersion: number } | undefined,
    target: ArtifactReference | undefined,
    call: () => Promise<Candidate>,
  ): Promise<void> {
    const called = ++this.step;
    try {
      const candidate = await call();
      const answer = toModel(candidate);
      this.successes.push({ kind, expectedVersion: on?.expectedVersion, answer, called, answered: ++this.step });
      this.learn(candidate);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const id = on && candidateIdOf(on.candidate.candidateId);
      this.refusals.push({ code: error.code, id, target: target && revisionOf(target), answered: ++this.step });
    }
  }

  private learn(candidate: Candidate): void {
    const place = this.known.findIndex(({ candidateId }) => candidateId.equals(candidate.candidateId));
    if (place < 0) this.known.push(candidate);
    else this.known[place] = candidate;
    if (candidate.state.kind === "approved") this.revisions.push(experienceReference(candidate.state.result));
  }

  private async judge(): Promise<HistoryReport> {
    const explanation = explain(this.successes);
    const faults = explanation.kind === "unexplained" ? [explanation.why] : await this.finalFaults(explanation.model);
    const refusals: Record<string, number> = {};
    for (const { code } of this.refusals) refusals[code] = (refusals[code] ?? 0) + 1;
    const unfounded = this.refusals.filter((refusal) => !this.isFounded(refusal));
    return {
      scope: this.scope,
      successes: this.successes.length,
      refusals,
      faults: [...faults, ...unfounded.map((refusal) => `nobody gave reason for ${JSON.stringify(refusal)}`)],
    };
  }

  /** What is stored at the end must be what the calls make of it in that order, in the order of the first answers at least. */
  private async finalFaults({
    candidates,
    revisions,
  }: {
    candidates: ReadonlyMap<string, ModelCandidate>;
    revisions: ReadonlyMap<string, string>;
  }) {
    const stored: ModelCandidate[] = [];
    for (const status of ["pending", "approved", "rejected"] as const) {
      stored.push(...(await this.calls.list(this.scope, { status, limit: 100 })).candidates.map(toModel));
    }
    const faults = sorted(stored) === sorted([...candidates.values()]) ? [] : ["the inbox is not what the calls give"];
    for (const [revision, says] of revisions) {
      const [artifactId = "", number] = revision.split("@");
      const reference = { family: "experience", artifactId, revision: Number(number) };
      const { content } = await this.calls.read(this.scope, reference);
      if (content.lesson !== `lesson ${says}`) faults.push("a Revision is not what was approved");
    }
    return faults;
  }

  /** A refusal needs a call that began before it was given and made it true. */
  private isFounded({ code, id, target, answered }: Refusal): boolean {
    const before = this.successes.filter(({ called }) => called < answered);
    const ofSame = before.filter(({ answer }) => answer.id === id);
    switch (code) {
      case "candidate_terminal":
        return ofSame.some(({ kind }) => kind === "approve" || kind === "reject");
      case "candidate_conflict":
        return ofSame.length > 0;
      case "artifact_conflict":
        return before.some(({ answer }) => answer.target === target && answer.result !== undefined);
      default:
        return false;
    }
  }

  /** Mostly as it was answered last, at times with a version that is not its own. */
  private pickCandidate(): readonly [Candidate, number] {
    const pending = this.known.filter(({ state }) => state.kind === "pending");
    const candidate = this.pick(pending.length > 0 && this.chance(0.8) ? pending : this.known);
    if (candidate === undefined) throw new Error("there is no Candidate yet");
    return [candidate, this.chance(0.1) ? candidate.version + 1 : candidate.version];
  }

  private name = (): string => String(++this.names);
  private chance = (probability: number): boolean => this.random() < probability;
  private below = (count: number): number => Math.floor(this.random() * count);
  private pick<T>(items: readonly T[]): T | undefined {
    return items[this.below(items.length)];
  }
}

function versionOf(target: ArtifactReference | undefined): Pick<ProposedVersion, "target" | "artifactRefs"> {
  return { target, artifactRefs: target === undefined ? [] : [target] };
}

function toModel({ candidateId, version, state, proposal, target }: Candidate): ModelCandidate {
  return {
    id: candidateIdOf(candidateId),
    version,
    status: state.kind,
    says: proposal.lesson.replace("lesson ", ""),
    target: target && revisionOf(experienceReference(target)),
    result: state.kind === "approved" ? revisionOf(experienceReference(state.result)) : undefined,
  };
}

const sorted = (candidates: readonly ModelCandidate[]): string =>
  JSON.stringify(candidates.toSorted((left, right) => (left.id < right.id ? -1 : 1)));
