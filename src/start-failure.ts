import { StartError } from "./kernel/start-error.js";
import { traceback } from "./platform/telemetry/traceback.js";

/** One line for the person who started it. A failure nobody foresaw gets its stack, because only that helps then. */
export function reportFailedStart(error: unknown): void {
  if (error instanceof StartError) console.error(`powercontext cannot start: ${error.message} ${error.hint}`);
  else console.error("powercontext cannot start:", JSON.stringify(traceback(error)));
}
