import { Module } from "@nestjs/common";
import { ScheduleModule } from "@nestjs/schedule";

import { adapterProvider } from "../platform/database/index.js";
import { CaptureBatches } from "./capture-batches.service.js";
import { ClaimedWindows } from "./claimed-windows.js";
import { OceanBaseSourceCursors } from "./adapters/source-cursors.oceanbase.js";
import { SqliteSourceCursors } from "./adapters/source-cursors.sqlite.js";
import { OceanBaseSourceJournal } from "./adapters/source-journal.oceanbase.js";
import { SqliteSourceJournal } from "./adapters/source-journal.sqlite.js";
import { SourceController } from "./http/source.controller.js";
import { SourceCursors } from "./ports/source-cursors.port.js";
import { SourceJournal } from "./ports/source-journal.port.js";
import { ScheduledWindows } from "./scheduled-windows.js";
import { SourceService } from "./source.service.js";
import { WindowClaims } from "./window-claims.js";
import { ScheduleTools } from "./window-schedule.job.js";

@Module({
  imports: [ScheduleModule.forRoot()],
  controllers: [SourceController],
  providers: [
    SourceService,
    CaptureBatches,
    WindowClaims,
    ClaimedWindows,
    ScheduledWindows,
    ScheduleTools,
    adapterProvider(SourceJournal, { sqlite: SqliteSourceJournal, oceanbase: OceanBaseSourceJournal }),
    adapterProvider(SourceCursors, { sqlite: SqliteSourceCursors, oceanbase: OceanBaseSourceCursors }),
  ],
  exports: [SourceJournal, SourceCursors, WindowClaims, ClaimedWindows, ScheduleTools],
})
export class SourceModule {}
