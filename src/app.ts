import { NestFactory } from "@nestjs/core";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";

import { AppModule, JOBS, type RuntimeBinding } from "./app.module.js";
import { Lifecycle } from "./lifecycle.js";
import { FlushScheduleJob, HeldScopes } from "./memory/index.js";
import type { ServerConfig } from "./platform/config/server.config.js";
import { Database } from "./platform/database/index.js";
import { ContractPipe } from "./platform/http/contract.pipe.js";
import { ErrorFilter } from "./platform/http/error.filter.js";
import { createHttpAdapter } from "./platform/http/http-adapter.js";
import { publishPages } from "./platform/http/published-pages.js";
import { RequestGate } from "./platform/http/request-gate.js";
import { accessLine, installRequestHooks, outcomeOf } from "./platform/http/request-hooks.js";
import { RouteTable } from "./platform/http/route-table.js";
import type { PlatformParts } from "./platform/platform.module.js";
import { RuntimeState } from "./platform/runtime-state.js";
import { NestLog } from "./platform/telemetry/nest-log.js";
import { openLog, type ServerLog } from "./platform/telemetry/server-log.js";
import { ServerMetrics, type TransportCall } from "./platform/telemetry/server-metrics.js";

/**
 * The whole server, assembled and ready for requests but not listening.
 *
 * @throws StartError when the database cannot be opened.
 */
export async function createApp(
  config: ServerConfig,
  binding: RuntimeBinding = "bound",
  log: ServerLog = openLog(config.logging),
): Promise<NestFastifyApplication> {
  const parts = { runtime: new RuntimeState(binding), metrics: new ServerMetrics() };
  const routes = new RouteTable();
  const gate = new RequestGate(config, routes, parts.runtime);
  const adapter = createHttpAdapter({
    checkCaller: gate.checkCaller.bind(gate),
    onUnreadable: unreadableRequests(config, parts.metrics, log),
  });
  routes.observe(adapter.getInstance());
  installRequestHooks(adapter.getInstance(), gate, {
    routes,
    metrics: parts.metrics,
    log,
    logsAccess: config.logging.access,
  });

  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(config, binding, parts), adapter, {
    logger: new NestLog(log),
    abortOnError: false,
    bodyParser: false,
  });
  app.useGlobalPipes(new ContractPipe());
  app.useGlobalFilters(new ErrorFilter(log));
  publishPages(app, config.metricsEnabled ? parts.metrics : undefined);
  measure(parts, databaseOf(app));
  if (binding === "bound") measureSchedule(parts, app);
  await app.init();
  parts.runtime.markReady();
  return app;
}

/** The one lifecycle of an app that createApp made. An app without its runtime has no jobs to run. */
export function lifecycleOf(app: NestFastifyApplication): Lifecycle {
  const database = databaseOf(app);
  const jobs = database === undefined ? [] : JOBS.map((job) => app.get(job, { strict: false }));
  return new Lifecycle({ app, runtime: app.get(RuntimeState), database, jobs });
}

/** Undefined in an app without its runtime. */
function databaseOf(app: NestFastifyApplication): Database | undefined {
  try {
    return app.get(Database, { strict: false });
  } catch {
    return undefined;
  }
}

const UNREADABLE: TransportCall = { transport: "http", operation: "unreadable" };

/** Requests that no hook sees are counted and logged like all others. */
function unreadableRequests(config: ServerConfig, metrics: ServerMetrics, log: ServerLog) {
  return (requestId: string, status: number): void => {
    metrics.requestStarted(UNREADABLE);
    metrics.requestEnded(UNREADABLE, outcomeOf(status), 0);
    if (config.logging.access) log.info(accessLine(requestId, UNREADABLE.operation, status, 0), "request");
  };
}

function measure({ metrics, runtime }: PlatformParts, database: Database | undefined): void {
  metrics.collectProcessMetrics();
  metrics.addGauge("runtime_ready", "1 while operations are accepted.", () => (runtime.isReady ? 1 : 0));
  if (database === undefined) return;
  for (const [name, help, field] of DATABASE_GAUGES) {
    metrics.addGauge(name, help, async () => (await database.statistics())[field]);
  }
}

function measureSchedule({ metrics }: PlatformParts, app: NestFastifyApplication): void {
  const schedule = app.get(FlushScheduleJob, { strict: false });
  if (!schedule.isScheduled) return;
  const heldScopes = app.get(HeldScopes, { strict: false });
  const tick = "When the schedule last looked for due scopes, as a Unix time.";
  metrics.addGauge("schedule_last_tick_seconds", tick, () => (schedule.lastTickAt ?? 0) / 1_000);
  const held = "Scopes whose next Source alone fails again and again, counted up to a thousand.";
  metrics.addGauge("schedule_held_scopes", held, () => heldScopes.count());
}

const DATABASE_GAUGES = [
  ["database_wal_bytes", "Bytes of the write-ahead log that are not yet in the main file.", "walBytes"],
  ["database_queued_units", "Units of work that wait for the writer.", "queuedUnits"],
  ["journal_depth", "Sources in all journals.", "journaledSources"],
] as const;
