import { Module } from "@nestjs/common";

import { MemoryModule } from "../memory/index.js";
import { MemoryTools } from "./memory.tool.js";

@Module({
  imports: [MemoryModule],
  controllers: [MemoryTools],
})
export class McpModule {}
