import { Controller, Get, HttpStatus, Res } from "@nestjs/common";
import { ApiResponse, ApiTags } from "@nestjs/swagger";
import type { FastifyReply } from "fastify";

import { Operation } from "../platform/http/dto/operation.decorator.js";
import { LivenessResponse } from "./liveness.dto.js";
import { ReadinessResponse } from "./readiness.dto.js";
import { type Readiness, ReadinessService } from "./readiness.service.js";

const READINESS_STATUSES = {
  ready: HttpStatus.OK,
  degraded: HttpStatus.OK,
  not_ready: HttpStatus.SERVICE_UNAVAILABLE,
} as const satisfies Record<Readiness["status"], HttpStatus>;

@ApiTags("health")
@Controller("health")
export class HealthController {
  constructor(private readonly readiness: ReadinessService) {}

  @Get("live")
  @Operation({ id: "get_liveness", status: HttpStatus.OK, answer: LivenessResponse })
  live(): LivenessResponse {
    return { status: "ok" };
  }

  @Get("ready")
  @Operation({ id: "get_readiness", status: HttpStatus.OK, answer: ReadinessResponse })
  @ApiResponse({ status: HttpStatus.SERVICE_UNAVAILABLE, type: ReadinessResponse })
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<ReadinessResponse> {
    const { status, checks } = await this.readiness.check();
    void reply.status(READINESS_STATUSES[status]);
    return { status, checks };
  }
}
