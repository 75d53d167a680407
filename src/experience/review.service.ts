import { Injectable } from "@nestjs/common";

import { IdGenerator } from "../kernel/id-generator.port.js";
import { UnitOfWork } from "../kernel/unit-of-work.port.js";
import { ArtifactWriter } from "./artifact-writer.js";
import { Decisions } from "./decisions.js";
import { candidateNotFound } from "./domain/candidate.policy.js";
import type {
  ApproveCommand,
  Candidate,
  CandidatePage,
  CandidateQuery,
  ListCandidatesQuery,
  RejectCommand,
} from "./domain/candidate.types.js";
import { cursorAfter, positionOf } from "./domain/page-cursor.policy.js";
import { parseCandidateId } from "./domain/wire-ids.policy.js";
import { Candidates } from "./ports/candidates.port.js";

/** What a person does with the inbox (RFC 0028 "approved Experience recall"). */
@Injectable()
export class ReviewService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly ids: IdGenerator,
    private readonly candidates: Candidates,
    private readonly decisions: Decisions,
    private readonly artifacts: ArtifactWriter,
  ) {}

  /** @throws DomainError invalid_request for a cursor that is not of this listing. */
  async list(query: ListCandidatesQuery): Promise<CandidatePage> {
    const { scopeId, status, family, limit } = query;
    const selection = { status, family, after: positionOf(query), limit: limit + 1 };
    const found = await this.candidates.list(this.unitOfWork.reader, scopeId, selection);
    const candidates = found.slice(0, limit);
    const last = found.length > limit ? candidates.at(-1) : undefined;
    return { candidates, nextCursor: last && cursorAfter(query, last.candidateNo) };
  }

  /** @throws DomainError candidate_not_found */
  async get({ scopeId, candidateId }: CandidateQuery): Promise<Candidate> {
    const id = parseCandidateId(candidateId);
    const candidate = id && (await this.candidates.find(this.unitOfWork.reader, scopeId, id));
    if (candidate === undefined) throw candidateNotFound();
    return candidate;
  }

  /** @throws DomainError candidate_not_found, candidate_terminal, candidate_conflict, artifact_conflict */
  async approve(command: ApproveCommand): Promise<Candidate> {
    const artifactId = this.ids.next();
    return this.decisions.decide(command, async (tx, { head, candidate }) => ({
      kind: "approved",
      result: await this.artifacts.write(tx, head, candidate, artifactId),
    }));
  }

  /** @throws DomainError candidate_not_found, candidate_terminal, candidate_conflict */
  async reject(command: RejectCommand): Promise<Candidate> {
    return this.decisions.decide(command, () => Promise.resolve({ kind: "rejected", reason: command.reason }));
  }
}
