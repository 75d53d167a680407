import "reflect-metadata";

import { createApp, lifecycleOf } from "./app.js";
import type { Lifecycle } from "./lifecycle.js";
import { loadEnvFile } from "./platform/config/env-file.js";
import { parseServerConfig, type ServerConfig } from "./platform/config/server.config.js";
import { openLog, type ServerLog } from "./platform/telemetry/server-log.js";
import { traceback } from "./platform/telemetry/traceback.js";
import { reportFailedStart } from "./start-failure.js";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;
/** What a shell reports for a process that ended by a signal. */
const INTERRUPTED = 130;

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
  let stopping = false;
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      // Whoever signals twice does not want to wait.
      if (stopping) process.exit(INTERRUPTED);
      stopping = true;
      void stop(lifecycle, log);
    });
  }
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
