import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { startApp, type TestApp } from "./app.js";
import { type ServerProcess, startServer } from "./server-process.js";
import { TraceCollector } from "./trace-collector.js";

/** Settings of a server that sends its traces there, soon. */
export const tracingVariables = (collectorUrl: string): Readonly<Record<string, string>> => ({
  OTEL_EXPORTER_OTLP_ENDPOINT: collectorUrl,
  OTEL_EXPORTER_OTLP_PROTOCOL: "http/json",
  OTEL_BSP_SCHEDULE_DELAY: "20",
});

export interface TracedApp {
  readonly server: TestApp;
  readonly collector: TraceCollector;
  close(): Promise<void>;
}

/** An application in this process whose traces are collected. */
export async function startTracedApp(env: Readonly<Record<string, string>> = {}): Promise<TracedApp> {
  const collector = await TraceCollector.start();
  const shared = tracingVariables(collector.url);
  // The SDK reads these by itself.
  Object.assign(process.env, shared);
  const server = await startApp({ env: { TRACING_ENABLED: "true", ...env }, shared });
  return {
    server,
    collector,
    close: async () => {
      await server.close();
      await collector.close();
    },
  };
}

/** The built server as a process of its own, with these variables outside its prefix. */
export async function startServerWith(
  variables: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
  nodeFlags: readonly string[] = [],
): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), "powercontext-"));
  const lines = Object.entries(variables).map(([name, value]) => `${name}=${value}\n`);
  await writeFile(join(dataDir, ".env"), lines.join(""));
  return startServer({ dataDir, env: { TRACING_ENABLED: "true", ...env }, launch: { nodeFlags } });
}
