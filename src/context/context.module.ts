import { Module } from "@nestjs/common";

import { MemoryModule } from "../memory/index.js";
import { ContextService } from "./context.service.js";
import { ContextController } from "./http/context.controller.js";

@Module({
  imports: [MemoryModule],
  controllers: [ContextController],
  providers: [ContextService],
})
export class ContextModule {}
