export { ClaimedWindows, type WindowReader, type WindowTask } from "./claimed-windows.js";
export { redactedSources, type RedactedSources } from "./domain/redacted-sources.policy.js";
export { partsOf, WINDOW_BYTES, type SourceWindow } from "./domain/source-window.policy.js";
export type { IdleWindow, ProcessedWindow, WindowOptions } from "./domain/window.types.js";
export { HeldScopes } from "./held-scopes.js";
export { SourceCursors } from "./ports/source-cursors.port.js";
export { SourceJournal } from "./ports/source-journal.port.js";
export { SourceModule } from "./source.module.js";
export { ScheduleTools, WindowScheduleJob } from "./window-schedule.job.js";
