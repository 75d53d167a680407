import { Module } from "@nestjs/common";

import { adapterProvider } from "../platform/database/index.js";
import { CaptureBatches } from "./capture-batches.service.js";
import { OceanBaseSourceCursors } from "./adapters/source-cursors.oceanbase.js";
import { SqliteSourceCursors } from "./adapters/source-cursors.sqlite.js";
import { OceanBaseSourceJournal } from "./adapters/source-journal.oceanbase.js";
import { SqliteSourceJournal } from "./adapters/source-journal.sqlite.js";
import { SourceController } from "./http/source.controller.js";
import { SourceCursors } from "./ports/source-cursors.port.js";
import { SourceJournal } from "./ports/source-journal.port.js";
import { SourceService } from "./source.service.js";

@Module({
  controllers: [SourceController],
  providers: [
    SourceService,
    CaptureBatches,
    adapterProvider(SourceJournal, { sqlite: SqliteSourceJournal, oceanbase: OceanBaseSourceJournal }),
    adapterProvider(SourceCursors, { sqlite: SqliteSourceCursors, oceanbase: OceanBaseSourceCursors }),
  ],
  exports: [SourceJournal, SourceCursors],
})
export class SourceModule {}
