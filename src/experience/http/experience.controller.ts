import { Body, Controller, HttpStatus, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiTags } from "@nestjs/swagger";

import { Operation } from "../../platform/http/dto/operation.decorator.js";
import { ExperienceService } from "../experience.service.js";
import { ProposalService } from "../proposal.service.js";
import { ArtifactCandidate } from "./artifact-candidate.dto.js";
import { ExperienceArtifact, GetExperienceRequest } from "./experience-artifact.dto.js";
import { ProposeExperienceRequest } from "./propose-experience.dto.js";
import { toArtifactCandidate, toExperienceArtifact, toGetExperienceQuery, toProposeCommand } from "./review.mapper.js";

@ApiTags("experience")
@ApiBearerAuth()
@Controller("v1/experience")
export class ExperienceController {
  constructor(
    private readonly proposals: ProposalService,
    private readonly experiences: ExperienceService,
  ) {}

  @Post("propose")
  @Operation({ id: "propose_experience", status: HttpStatus.CREATED, answer: ArtifactCandidate })
  async propose(@Body() body: ProposeExperienceRequest): Promise<ArtifactCandidate> {
    return toArtifactCandidate(await this.proposals.propose(toProposeCommand(body)));
  }

  @Post("get")
  @Operation({ id: "get_experience", status: HttpStatus.OK, answer: ExperienceArtifact })
  async get(@Body() body: GetExperienceRequest): Promise<ExperienceArtifact> {
    return toExperienceArtifact(await this.experiences.get(toGetExperienceQuery(body)));
  }
}
