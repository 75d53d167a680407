import { Module } from "@nestjs/common";

import { ExperienceModule } from "../experience/index.js";
import { MemoryModule } from "../memory/index.js";
import { ContextService } from "./context.service.js";
import { ContextController } from "./http/context.controller.js";

@Module({
  imports: [MemoryModule, ExperienceModule],
  controllers: [ContextController],
  providers: [ContextService],
})
export class ContextModule {}
