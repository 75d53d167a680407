/**
 * Milliseconds since the Unix epoch by the clock of the node that runs the statement, read once a statement. It may stand
 * still for some ten milliseconds on a connection; SYSDATE would not, and keeps the planner from seeking by it.
 */
export const OCEANBASE_NOW = "CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)";
