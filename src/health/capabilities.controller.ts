import { Controller, Get, HttpStatus } from "@nestjs/common";
import { ApiBearerAuth, ApiTags } from "@nestjs/swagger";

import { Operation } from "../platform/http/dto/operation.decorator.js";
import { Assembly } from "./assembly.js";
import { CapabilitiesResponse } from "./capabilities.dto.js";

@ApiTags("health")
@ApiBearerAuth()
@Controller("v1/capabilities")
export class CapabilitiesController {
  constructor(private readonly assembly: Assembly) {}

  @Get()
  @Operation({ id: "get_capabilities", status: HttpStatus.OK, answer: CapabilitiesResponse })
  read(): CapabilitiesResponse {
    return {
      source_types: this.assembly.sourceTypes,
      artifact_families: this.assembly.artifactFamilies,
      memory_extraction: this.assembly.extractsMemory,
      experience_generation: this.assembly.generatesExperience,
      managed_skill_generation: false,
      external_skill_registry: false,
      handoff_generation: false,
      search_modes: this.assembly.searchModes,
      context_versions: ["powercontext.prepared-context.v1"],
    };
  }
}
