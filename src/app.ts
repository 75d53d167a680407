import { promisify } from "node:util";

import { NestFactory } from "@nestjs/core";
import type { NestFastifyApplication } from "@nestjs/platform-fastify";

import { AppModule, JOBS, type RuntimeBinding } from "./app.module.js";
import { HeldIncubations, InboxGauges, IncubationJob } from "./experience/index.js";
import { Lifecycle } from "./lifecycle.js";
import { connectMcp } from "./mcp/index.js";
import { FlushScheduleJob, HeldFlushes, VectorFillJob } from "./memory/index.js";
import type { ServerConfig } from "./platform/config/server.config.js";
import { Database } from "./platform/database/index.js";
import { ContractPipe } from "./platform/http/contract.pipe.js";
import { ErrorFilter } from "./platform/http/error.filter.js";
import { installAdmission } from "./platform/http/guards/admission.js";
import { RequestGuards } from "./platform/http/guards/request-guards.js";
import { createHttpAdapter } from "./platform/http/http-adapter.js";
import { outcomeOf } from "./platform/http/observed-call.js";
import { OperationSpans } from "./platform/http/operation-span.interceptor.js";
import { publishPages } from "./platform/http/published-pages.js";
import { RefusalLog } from "./platform/http/refusal-log.js";
import { laneOf, RequestGate } from "./platform/http/request-gate.js";
import { accessLine, installRequestHooks } from "./platform/http/request-hooks.js";
import { RouteTable } from "./platform/http/route-table.js";
import type { PlatformParts } from "./platform/platform.module.js";
import { RuntimeState } from "./platform/runtime-state.js";
import { NestLog } from "./platform/telemetry/nest-log.js";
import { openTracing } from "./platform/telemetry/open-tracing.js";
import { openLog, type ServerLog } from "./platform/telemetry/server-log.js";
import { ServerMetrics, type TransportCall } from "./platform/telemetry/server-metrics.js";
import { Tracing } from "./platform/telemetry/tracing.js";
import type { HeldScopes, WindowScheduleJob } from "./source/index.js";

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
  const metrics = new ServerMetrics();
  const tracing = await openTracing(config.tracing, metrics, log);
  const parts = { runtime: new RuntimeState(binding), metrics, tracing, refusals: new RefusalLog(log) };
  const routes = new RouteTable();
  const guards = new RequestGuards(config.http.guards, parts.metrics);
  const gate = new RequestGate(config, routes, parts.runtime, guards);
  const adapter = createHttpAdapter({
    checkCaller: gate.checkCaller.bind(gate),
    onUnreadable: unreadableRequests(config, parts.metrics, log),
    guards: config.http.guards,
    onCut: parts.metrics.connectionCut.bind(parts.metrics),
  });
  routes.observe(adapter.getInstance());
  installRequestHooks(adapter.getInstance(), gate, {
    routes,
    metrics: parts.metrics,
    tracer: tracing.tracer,
    log,
    logsAccess: config.logging.access,
  });
  installAdmission(adapter.getInstance(), guards, laneOf);

  const app = await NestFactory.create<NestFastifyApplication>(AppModule.forRoot(config, binding, parts), adapter, {
    logger: new NestLog(log),
    abortOnError: false,
    bodyParser: false,
  });
  app.useGlobalPipes(new ContractPipe());
  app.useGlobalFilters(new ErrorFilter(parts.refusals));
  if (tracing.tracer.isOn) app.useGlobalInterceptors(new OperationSpans(tracing.tracer));
  publishPages(app, config.metricsEnabled ? parts.metrics : undefined);
  measure(parts, databaseOf(app));
  measureConnections(parts, app);
  if (binding === "bound") {
    measureSchedules(parts, app);
    measureInbox(parts, app);
    if (config.inference.embedding !== undefined) measureVectors(parts, app);
  }
  if (config.mcp.enabled) connectMcp(app, config.mcp.path);
  await app.init();
  await app.startAllMicroservices();
  parts.runtime.markReady();
  return app;
}

/** The one lifecycle of an app that createApp made. An app without its runtime has no jobs to run. */
export function lifecycleOf(app: NestFastifyApplication): Lifecycle {
  const database = databaseOf(app);
  const jobs = database === undefined ? [] : JOBS.map((job) => app.get(job, { strict: false }));
  return new Lifecycle({ app, runtime: app.get(RuntimeState), database, jobs, tracing: app.get(Tracing) });
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
  measureDatabase(metrics, database);
}

function measureDatabase(metrics: ServerMetrics, database: Database): void {
  // First, because the queries of the others are a load, too.
  for (const [name, help, field] of LOAD_GAUGES) metrics.addGauge(name, help, () => database.load[field]);
  const repeats = "Units of work that were run again because something had undone them.";
  metrics.addCounter("database_unit_repeats_total", repeats, () => database.load.repeatedUnits);
  const isUp = (): Promise<number> =>
    database.check().then(
      () => 1,
      () => 0,
    );
  metrics.addGauge("database_up", "1 while the database answers.", isUp);
  for (const [name, help, field] of DATABASE_GAUGES) {
    metrics.addGauge(name, help, async () => (await database.statistics())[field]);
  }
}

function measureConnections({ metrics }: PlatformParts, app: NestFastifyApplication): void {
  const open = promisify((done: (error: Error | null, count: number) => void) => {
    app.getHttpServer().getConnections(done);
  });
  metrics.addGauge("connections", "Open connections of clients.", open);
}

function measureSchedules({ metrics }: PlatformParts, app: NestFastifyApplication): void {
  for (const { prefix, job, held, what } of SCHEDULES) {
    const schedule = app.get<WindowScheduleJob>(job, { strict: false });
    if (!schedule.isScheduled) continue;
    const heldScopes = app.get<HeldScopes>(held, { strict: false });
    const tick = `When ${what} last looked for due scopes, as a Unix time.`;
    metrics.addGauge(`${prefix}_last_tick_seconds`, tick, () => (schedule.lastTickAt ?? 0) / 1_000);
    const due = `Scopes that wait for ${what}, without those it has failed on, counted up to a thousand.`;
    metrics.addGauge(`${prefix}_due_scopes`, due, () => schedule.countDue());
    const holding = `Scopes that ${what} has failed on three times in a row or more, counted up to a thousand.`;
    metrics.addGauge(`${prefix}_held_scopes`, holding, () => heldScopes.count());
  }
}

function measureInbox({ metrics }: PlatformParts, app: NestFastifyApplication): void {
  const inbox = app.get(InboxGauges, { strict: false });
  const pending = "Candidates that wait for review, counted up to ten thousand.";
  metrics.addGauge("review_pending_candidates", pending, () => inbox.pending());
  const oldest = "How long the oldest of them has waited; 0 without any.";
  metrics.addGauge("review_oldest_pending_seconds", oldest, () => inbox.oldestSeconds());
}

function measureVectors({ metrics }: PlatformParts, app: NestFastifyApplication): void {
  const fill = app.get(VectorFillJob, { strict: false });
  const what = "Memories some of whose entries have no vector yet, counted up to ten thousand.";
  metrics.addGauge("vector_incomplete_memories", what, () => fill.countIncomplete());
}

const SCHEDULES = [
  { prefix: "schedule", job: FlushScheduleJob, held: HeldFlushes, what: "the schedule" },
  { prefix: "incubation", job: IncubationJob, held: HeldIncubations, what: "the schedule of Experience" },
] as const;

const LOAD_GAUGES = [
  ["database_queued_units", "Units of work that wait for the writer.", "queuedUnits"],
  ["database_connections", "Connections that may be used at once.", "connections"],
  ["database_connections_busy", "Connections in use.", "busyConnections"],
  ["database_waiting_reads", "Reads that wait for a connection.", "waitingReads"],
] as const;

const DATABASE_GAUGES = [
  ["database_wal_bytes", "Bytes of the write-ahead log that are not yet in the main file.", "walBytes"],
  ["journal_depth", "Sources in all journals.", "journaledSources"],
] as const;
