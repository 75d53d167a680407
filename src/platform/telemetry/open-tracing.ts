import { NO_TRACER } from "../../kernel/tracer.port.js";
import type { TracingConfig } from "../config/tracing.config.js";
import type { ServerLog } from "./server-log.js";
import type { ServerMetrics } from "./server-metrics.js";
import { Tracing } from "./tracing.js";

/** Loads what records and sends traces only when there are to be any. */
export async function openTracing(config: TracingConfig, metrics: ServerMetrics, log: ServerLog): Promise<Tracing> {
  if (!config.enabled) return new Tracing(NO_TRACER, () => Promise.resolve());
  const { openOtelTracing } = await import("./otel-tracing.js");
  return openOtelTracing(config, metrics, log);
}
