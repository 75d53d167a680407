import { Body, Controller, HttpStatus, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiTags } from "@nestjs/swagger";

import { Operation } from "../../platform/http/dto/operation.decorator.js";
import { ProposalService } from "../proposal.service.js";
import { ReviewService } from "../review.service.js";
import { ArtifactCandidate } from "./artifact-candidate.dto.js";
import { ListArtifactCandidatesRequest, ListArtifactCandidatesResponse } from "./list-artifact-candidates.dto.js";
import {
  ApproveArtifactCandidateRequest,
  GetArtifactCandidateRequest,
  RejectArtifactCandidateRequest,
  ReviseArtifactCandidateRequest,
} from "./review-candidate.dto.js";
import {
  toApproveCommand,
  toArtifactCandidate,
  toCandidateQuery,
  toListQuery,
  toListResponse,
  toRejectCommand,
  toReviseCommand,
} from "./review.mapper.js";

@ApiTags("review")
@ApiBearerAuth()
@Controller("v1/artifact-candidates")
export class ReviewController {
  constructor(
    private readonly inbox: ReviewService,
    private readonly proposals: ProposalService,
  ) {}

  @Post("list")
  @Operation({ id: "list_artifact_candidates", status: HttpStatus.OK, answer: ListArtifactCandidatesResponse })
  async list(@Body() body: ListArtifactCandidatesRequest): Promise<ListArtifactCandidatesResponse> {
    return toListResponse(await this.inbox.list(toListQuery(body)));
  }

  @Post("get")
  @Operation({ id: "get_artifact_candidate", status: HttpStatus.OK, answer: ArtifactCandidate })
  async get(@Body() body: GetArtifactCandidateRequest): Promise<ArtifactCandidate> {
    return toArtifactCandidate(await this.inbox.get(toCandidateQuery(body)));
  }

  @Post("approve")
  @Operation({ id: "approve_artifact_candidate", status: HttpStatus.OK, answer: ArtifactCandidate })
  async approve(@Body() body: ApproveArtifactCandidateRequest): Promise<ArtifactCandidate> {
    return toArtifactCandidate(await this.inbox.approve(toApproveCommand(body)));
  }

  @Post("reject")
  @Operation({ id: "reject_artifact_candidate", status: HttpStatus.OK, answer: ArtifactCandidate })
  async reject(@Body() body: RejectArtifactCandidateRequest): Promise<ArtifactCandidate> {
    return toArtifactCandidate(await this.inbox.reject(toRejectCommand(body)));
  }

  @Post("revise")
  @Operation({ id: "revise_artifact_candidate", status: HttpStatus.OK, answer: ArtifactCandidate })
  async revise(@Body() body: ReviseArtifactCandidateRequest): Promise<ArtifactCandidate> {
    return toArtifactCandidate(await this.proposals.revise(toReviseCommand(body)));
  }
}
