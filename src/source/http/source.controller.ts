import { Body, Controller, HttpStatus, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiTags } from "@nestjs/swagger";

import { Operation } from "../../platform/http/dto/operation.decorator.js";
import { SourceService } from "../source.service.js";
import { CaptureContentSourceRequest, CaptureContentSourceResponse } from "./capture-content-source.dto.js";
import { toCaptureCommand, toCaptureResponse } from "./source.mapper.js";

@ApiTags("sources")
@ApiBearerAuth()
@Controller("v1/sources")
export class SourceController {
  constructor(private readonly sources: SourceService) {}

  @Post("content")
  @Operation({ id: "capture_content_source", status: HttpStatus.ACCEPTED, answer: CaptureContentSourceResponse })
  async capture(@Body() body: CaptureContentSourceRequest): Promise<CaptureContentSourceResponse> {
    return toCaptureResponse(await this.sources.capture(toCaptureCommand(body)));
  }
}
