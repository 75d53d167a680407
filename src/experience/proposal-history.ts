import { Injectable } from "@nestjs/common";

import { IdGenerator } from "../kernel/id-generator.port.js";
import type { Id16, ScopeId, ScopeKey } from "../kernel/ids.js";
import { utf8Length } from "../kernel/unicode.js";
import { UnitOfWork, type DbSession, type Tx } from "../kernel/unit-of-work.port.js";
import { areNearIdentical, comparable, type ComparableText } from "../search/index.js";
import type { ExperienceProposal } from "./domain/experience.types.js";
import type { IncubatedProposal } from "./domain/generation.types.js";
import { proposalHash } from "./domain/proposal.policy.js";
import type { ReviewHead } from "./domain/review-head.js";
import { searchableText } from "./domain/searchable-text.policy.js";
import { Candidates } from "./ports/candidates.port.js";
import { PastProposals } from "./ports/past-proposals.port.js";

/** Near-identity is looked for among so many of the last Candidates, and in no more text than this. */
const MOST_COMPARED = 64;
const COMPARED_BYTES = 256 * 1024;

/** The last Candidates of a scope, up to one of them. */
interface Past {
  /** The highest number seen, 0 without any. */
  readonly upTo: number;
  readonly texts: readonly ComparableText[];
}

/** A proposal made ready, with the identity it would get, drawn once for every run of the unit that may write it. */
export interface ComparedProposal extends IncubatedProposal {
  readonly candidateId: Id16;
  readonly hash: Buffer;
  readonly text: ComparableText;
}

/** Proposals, and what they are compared with, before the inbox is held. */
export interface ComparedProposals {
  readonly own: readonly ComparedProposal[];
  readonly past: Past;
}

/** Tells proposals that say something new from those that were made before, whatever became of them. */
@Injectable()
export class ProposalHistory {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdGenerator,
    private readonly past: PastProposals,
    private readonly candidates: Candidates,
  ) {}

  /** Analyses all texts, outside of any unit. */
  async compare(scope: ScopeKey, proposals: readonly IncubatedProposal[]): Promise<ComparedProposals> {
    const own = proposals.map((one) => ({
      ...one,
      candidateId: this.ids.next(),
      hash: proposalHash(one.proposal),
      text: comparableOf(one.proposal),
    }));
    return { own, past: own.length === 0 ? NOTHING : await this.latest(this.unitOfWork.reader, scope, 0) };
  }

  /** How many of them an earlier run of the unit has written. */
  async countCommitted(tx: Tx, scopeId: ScopeId, { own }: ComparedProposals): Promise<number> {
    if (tx.attempt === 1) return 0;
    const found = [];
    for (const { candidateId } of own) found.push(await this.candidates.find(tx, scopeId, candidateId));
    return found.filter((candidate) => candidate !== undefined).length;
  }

  /**
   * Those that neither the held inbox nor an earlier one of them says already: exactly in any version ever, or nearly among
   * the last Candidates. Two statements at most.
   */
  async unsaid(
    tx: Tx,
    { scope, lastCandidate }: ReviewHead,
    { own, past }: ComparedProposals,
  ): Promise<readonly ComparedProposal[]> {
    if (own.length === 0) return [];
    const since = lastCandidate > past.upTo ? await this.latest(tx, scope, past.upTo) : NOTHING;
    const known = await this.past.known(
      tx,
      scope,
      own.map(({ hash }) => hash),
    );
    const said = [...since.texts, ...past.texts];
    const hashes = new Set(known.map(asText));
    const unsaid: ComparedProposal[] = [];
    for (const one of own) {
      const { hash, text } = one;
      if (hashes.has(asText(hash)) || said.some((other) => areNearIdentical(other, text))) continue;
      hashes.add(asText(hash));
      said.push(text);
      unsaid.push(one);
    }
    return unsaid;
  }

  private async latest(session: DbSession, scope: ScopeKey, after: number): Promise<Past> {
    const latest = await this.past.latest(session, scope, after, MOST_COMPARED);
    let bytes = 0;
    const compared = latest.filter(({ proposal }) => {
      bytes += utf8Length(searchableText(proposal));
      return bytes <= COMPARED_BYTES;
    });
    return { upTo: latest[0]?.candidateNo ?? after, texts: compared.map(({ proposal }) => comparableOf(proposal)) };
  }
}

const NOTHING: Past = { upTo: 0, texts: [] };

const comparableOf = (proposal: ExperienceProposal): ComparableText => comparable(searchableText(proposal));

const asText = (hash: Buffer): string => hash.toString("hex");
