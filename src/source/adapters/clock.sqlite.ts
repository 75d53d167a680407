/** Milliseconds since the Unix epoch by the clock of the machine, read once a statement. */
export const SQLITE_NOW = "CAST(round(unixepoch('now', 'subsec') * 1000) AS INTEGER)";
