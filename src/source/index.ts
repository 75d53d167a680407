export { type Backlog, type DueScope, SourceCursors } from "./ports/source-cursors.port.js";
export { SourceJournal } from "./ports/source-journal.port.js";
export { SourceModule } from "./source.module.js";
