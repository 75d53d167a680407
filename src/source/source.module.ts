import { Module } from "@nestjs/common";

import { adapterProvider } from "../platform/database/index.js";
import { SqlSourceJournal } from "./adapters/source-journal.repository.js";
import { SourceController } from "./http/source.controller.js";
import { SourceJournal } from "./ports/source-journal.port.js";
import { SourceService } from "./source.service.js";

@Module({
  controllers: [SourceController],
  providers: [SourceService, adapterProvider(SourceJournal, { sqlite: SqlSourceJournal, oceanbase: SqlSourceJournal })],
})
export class SourceModule {}
