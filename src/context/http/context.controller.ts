import { Body, Controller, HttpStatus, Post } from "@nestjs/common";
import { ApiBearerAuth, ApiTags } from "@nestjs/swagger";

import { Operation } from "../../platform/http/dto/operation.decorator.js";
import { ContextService } from "../context.service.js";
import { toPrepareCommand, toPreparedContext } from "./context.mapper.js";
import { PrepareContextRequest, PreparedContext } from "./prepare-context.dto.js";

@ApiTags("context")
@ApiBearerAuth()
@Controller("v1/context")
export class ContextController {
  constructor(private readonly context: ContextService) {}

  @Post("prepare")
  @Operation({ id: "prepare_context", status: HttpStatus.OK, answer: PreparedContext })
  async prepare(@Body() body: PrepareContextRequest): Promise<PreparedContext> {
    return toPreparedContext(await this.context.prepare(toPrepareCommand(body)));
  }
}
