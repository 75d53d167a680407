import "reflect-metadata";

import { createApp, lifecycleOf } from "./app.js";
import type { Lifecycle } from "./lifecycle.js";
import { loadEnvFile } from "./platform/config/env-file.js";
import { parseServerConfig, type ServerConfig } from "./platform/config/server.config.js";
import { openLog, type ServerLog } from "./platform/telemetry/server-log.js";
import { traceback } from "./platform/telemetry/traceback.js";
import { reportFailedStart } from "./start-failure.js";

/** What a shell reports for a process that was interrupted. */
const INTERRUPTED = 130;
/** One Ctrl-C may come several times: npm passes on what the process has got from the terminal already. */
const ONE_CTRL_C_MS = 2_000;

async function main(): Promise<void> {
  loadEnvFile();
  const config = parseServerConfig();
  const log = openLog(config.logging);
  // The default report of an unforeseen error would print its message, which may hold content.
  process.on("uncaughtException", (error) => {
    log.fatal(traceback(error), "the process failed");
    process.exit(1);
  });
  for (const { level, message } of config.notices) log[level === "warning" ? "warn" : "info"](message);

  const lifecycle = await start(config, log);
  endOnSignals(lifecycle, log);
}

/**
 * The first signal begins the end, and repeats change nothing about it. Only who interrupts again after two seconds does not
 * want to wait for the answers in flight.
 */
function endOnSignals(lifecycle: Lifecycle, log: ServerLog): void {
  let ending: Promise<void> | undefined;
  let interruptedAt: number | undefined;
  process.on("SIGTERM", () => {
    ending ??= stop(lifecycle, log);
  });
  process.on("SIGINT", () => {
    ending ??= stop(lifecycle, log);
    interruptedAt ??= performance.now();
    if (performance.now() - interruptedAt < ONE_CTRL_C_MS) return;
    log.warn("stopped by force: requests may be left unanswered");
    process.exit(INTERRUPTED);
  });
}

async function start(config: ServerConfig, log: ServerLog): Promise<Lifecycle> {
  const lifecycle = lifecycleOf(await createApp(config, "bound", log));
  try {
    const url = await lifecycle.listen(config.http);
    log.info({ url }, "listening");
    return lifecycle;
  } catch (error) {
    await lifecycle.shutdown();
    throw error;
  }
}

async function stop(lifecycle: Lifecycle, log: ServerLog): Promise<void> {
  log.info("stopping");
  try {
    await lifecycle.shutdown();
    log.info("stopped");
    process.exit(0);
  } catch (error) {
    log.fatal(traceback(error), "the shutdown failed");
    process.exit(1);
  }
}

main().catch((error: unknown) => {
  reportFailedStart(error);
  process.exit(1);
});
