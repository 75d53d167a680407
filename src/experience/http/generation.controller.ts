import { Body, Controller, HttpStatus, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiTags } from "@nestjs/swagger";

import { Operation } from "../../platform/http/dto/operation.decorator.js";
import { GenerationService } from "../generation.service.js";
import { GeneratedCandidateResponse, GenerateExperienceRequest } from "./generate-experience.dto.js";
import { toGenerateCommand, toGeneratedCandidateResponse } from "./generation.mapper.js";

@ApiTags("experience")
@ApiBearerAuth()
@Controller("v1/experience")
export class GenerationController {
  constructor(private readonly generations: GenerationService) {}

  @Post("generate")
  @Operation({
    id: "generate_experience",
    status: HttpStatus.OK,
    answer: GeneratedCandidateResponse,
    waitsForModel: true,
  })
  async generate(@Body() body: GenerateExperienceRequest): Promise<GeneratedCandidateResponse> {
    return toGeneratedCandidateResponse(await this.generations.generate(toGenerateCommand(body)));
  }
}
